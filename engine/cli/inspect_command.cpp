#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/command.h"
#include "cli/memory_need.h"
#include "cli/path_argument.h"
#include "cli/value_text.h"
#include "gguf/gguf_file.h"
#include "strata/hardware.h"
#include "strata/memory_need.h"

namespace strata::cli {
namespace {

using nlohmann::ordered_json;

struct InspectOptions {
    std::string model;
    bool json = false;
};

/// What all tensors of one type amount to.
struct TypeTotal {
    std::uint64_t tensors = 0, values = 0, bytes = 0;
};

/// By type id.
std::map<std::uint32_t, TypeTotal> type_totals(const GgufFile& file) {
    std::map<std::uint32_t, TypeTotal> totals;
    for (const TensorInfo& tensor : file.tensors()) {
        TypeTotal& total = totals[static_cast<std::uint32_t>(tensor.type)];
        total.tensors += 1;
        total.values += tensor.value_count();
        total.bytes += tensor.bytes;
    }
    return totals;
}

std::string_view type_name(std::uint32_t id) {
    const QuantTypeInfo* info = find_quant_type(id);
    return info != nullptr ? info->name : "?";
}

std::string text_of(const GgufFile& file, std::string_view key) {
    const GgufValue* value = file.find(key);
    const std::string* text = value != nullptr ? value->as_string() : nullptr;
    return text != nullptr ? *text : std::string();
}

ordered_json tensor_json(const TensorInfo& tensor) {
    ordered_json dims = ordered_json::array();
    for (std::uint32_t i = 0; i < tensor.dim_count; ++i) {
        dims.push_back(tensor.dims[i]);
    }
    return {{"name", tensor.name},   {"type", type_name(static_cast<std::uint32_t>(tensor.type))},
            {"dims", dims},          {"bytes", tensor.bytes},
            {"shard", tensor.shard}, {"offset", tensor.file_offset}};
}

ordered_json report_json(const GgufFile& file, const MemoryNeed& memory) {
    ordered_json report = {{"file", path_text(file.path())},
                           {"version", file.version()},
                           {"shards", file.shard_count()},
                           {"bytes", file.total_bytes()},
                           {"architecture", text_of(file, "general.architecture")},
                           {"name", text_of(file, "general.name")}};
    ordered_json types = ordered_json::object();
    std::uint64_t values = 0;
    for (const auto& [id, total] : type_totals(file)) {
        types[std::string(type_name(id))] = {
            {"tensors", total.tensors}, {"values", total.values}, {"bytes", total.bytes}};
        values += total.values;
    }
    report["values"] = values;
    report["types"] = types;
    report["memory"] = memory_need_json(memory);
    ordered_json metadata = ordered_json::object();
    for (const auto& [key, value] : file.metadata()) {
        metadata[key] = value_json(value);
    }
    report["metadata"] = metadata;
    ordered_json tensors = ordered_json::array();
    for (const TensorInfo& tensor : file.tensors()) {
        tensors.push_back(tensor_json(tensor));
    }
    report["tensors"] = tensors;
    return report;
}

std::string dims_text(const TensorInfo& tensor) {
    std::string text = tensor.dim_count == 0 ? "scalar" : "";
    for (std::uint32_t i = 0; i < tensor.dim_count; ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : " x ", tensor.dims[i]);
    }
    return text;
}

void write_report(const GgufFile& file, const MemoryNeed& memory, Output& out) {
    out.write(fmt::format("{}\n", path_text(file.path())));
    out.write(fmt::format("GGUF version {}, {} ({} bytes){}\n", file.version(), size_text(file.total_bytes()),
                          grouped(file.total_bytes()),
                          file.shard_count() > 1 ? fmt::format(" in {} files", file.shard_count()) : ""));
    out.write(fmt::format("architecture: {}\nname: {}\n", printable(text_of(file, "general.architecture")),
                          printable(text_of(file, "general.name"))));

    out.write("\nmemory\n");
    for (const std::string& line : memory_need_lines(memory)) {
        out.write("  " + line + "\n");
    }
    out.write("\ntypes\n");
    for (const auto& [id, total] : type_totals(file)) {
        out.write(fmt::format("  {:8} {:5} tensors {:>18} values {:>18} bytes\n", type_name(id), total.tensors,
                              grouped(total.values), grouped(total.bytes)));
    }
    out.write(fmt::format("\nmetadata ({})\n", file.metadata().size()));
    for (const auto& [key, value] : file.metadata()) {
        out.write(fmt::format("  {} = {}\n", printable(key), value_text(value)));
    }
    out.write(fmt::format("\ntensors ({})\n", file.tensors().size()));
    for (const TensorInfo& tensor : file.tensors()) {
        out.write(fmt::format("  {:40} {:8} {:24} {:>16} bytes\n", printable(tensor.name),
                              type_name(static_cast<std::uint32_t>(tensor.type)), dims_text(tensor),
                              grouped(tensor.bytes)));
    }
}

Result<void> inspect(const InspectOptions& options, Output& out) {
    STRATA_TRY(const GgufFile file, GgufFile::open(path_from_argument(options.model)));
    STRATA_TRY(const MemoryNeed memory, memory_need(file.path(), LoadOptions(), detect_hardware()));
    if (options.json) {
        out.write(dump(report_json(file, memory)));
    } else {
        write_report(file, memory, out);
    }
    return {};
}

}  // namespace

void add_inspect(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<InspectOptions>();
    CLI::App* command = program.add_subcommand("inspect", "Show what a model file holds and what memory it needs");
    command->add_option("MODEL", options->model, "A GGUF file, or the first of a split set")->required();
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([&chosen, options] { chosen = [options](Output& out) { return inspect(*options, out); }; });
}

}  // namespace strata::cli
