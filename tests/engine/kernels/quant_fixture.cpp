#include "quant_fixture.h"

#include <cstring>
#include <memory>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QtGlobal>

namespace strata::testing {
namespace {

QJsonDocument manifest() {
    const std::vector<std::byte> text = quant_fixture("manifest.json");
    return QJsonDocument::fromJson(
        QByteArray::fromRawData(reinterpret_cast<const char*>(text.data()), static_cast<qsizetype>(text.size())));
}

QString row_name(const QJsonValue& entry) {
    return QStringLiteral("%1 %2").arg(entry["type"].toString()).arg(entry["n"].toInt());
}

template <class T>
std::vector<T> values_of(const std::vector<std::byte>& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
}

std::size_t rounded_up(std::size_t value, std::size_t step) {
    return (value + step - 1) / step * step;
}

}  // namespace

std::vector<std::byte> quant_fixture(const QString& file) {
    QFile source(QStringLiteral(STRATA_TEST_FIXTURES "/quant/") + file);
    if (!source.open(QIODevice::ReadOnly)) {
        qFatal("missing fixture %s", qUtf8Printable(file));
    }
    std::vector<std::byte> bytes(static_cast<std::size_t>(source.size()));
    source.read(reinterpret_cast<char*>(bytes.data()), source.size());
    return bytes;
}

std::vector<QString> quant_row_names() {
    std::vector<QString> names;
    for (const QJsonValue entry : manifest()["rows"].toArray()) {
        if (entry["activation_format"].toString().startsWith("Q8")) {
            names.push_back(row_name(entry));
        }
    }
    return names;
}

QuantRows load_quant_rows(const QString& name) {
    for (const QJsonValue entry : manifest()["rows"].toArray()) {
        if (row_name(entry) != name) {
            continue;
        }
        QuantRows rows;
        rows.type = parse_quant_type(entry["type"].toString().toStdString()).value();
        rows.columns = static_cast<std::size_t>(entry["n"].toInt());
        rows.weights = quant_fixture(entry["weights"].toString());
        rows.x = values_of<float>(quant_fixture(QStringLiteral("acts/n%1.f32").arg(rows.columns)));
        rows.expected = values_of<QuantRows::Expected>(quant_fixture(entry["dots"].toString()));
        rows.activation_format = entry["activation_format"].toString();
        return rows;
    }
    qFatal("no fixture rows of this name");
}

std::vector<QuantType> quantised_types() {
    std::vector<QuantType> types;
    for (std::uint32_t id = 0; id < kQuantTypeCount; ++id) {
        const QuantTypeInfo* info = find_quant_type(id);
        if (info != nullptr && info->is_weight && info->block_values > 1) {
            types.push_back(info->type);
        }
    }
    return types;
}

std::vector<CpuLevel> available_levels() {
    return detect_cpu_features().levels;
}

void add_types_and_levels() {
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("level");
    for (const QuantType type : quantised_types()) {
        for (const CpuLevel level : available_levels()) {
            QTest::addRow("%s %s", quant_type_info(type).name.data(), to_string(level).data())
                << static_cast<int>(type) << static_cast<int>(level);
        }
    }
}

Activations::Activations(std::size_t count, std::size_t columns, std::size_t group) : count_(count), group_(group) {
    rows_.columns = columns;
    rows_.stride = rounded_up(columns, 64);
    rows_.scale_stride = rounded_up(columns / group, 16);
    rows_.sum_stride = rounded_up(columns / 16, 32);
    storage_.resize(64 + count * (rows_.stride + 4 * rows_.scale_stride + 2 * rows_.sum_stride));
    void* start = storage_.data();
    std::size_t space = storage_.size();
    std::align(64, space - 64, start, space);
    codes_ = static_cast<std::int8_t*>(start);
    scales_ = reinterpret_cast<float*>(codes_ + count * rows_.stride);
    sums_ = reinterpret_cast<std::int16_t*>(scales_ + count * rows_.scale_stride);
    rows_.codes = codes_;
    rows_.scales = scales_;
    rows_.sums = sums_;
}

Activations::Activations(const CpuKernels& kernels, QuantType type, std::span<const float> x, std::size_t columns)
    : Activations(x.size() / columns, columns, activation_format(type) == ActivationFormat::q8_32 ? 32 : 256) {
    const auto quantize = group_ == 32 ? kernels.quantize_q8_32 : kernels.quantize_q8_256;
    for (std::size_t row = 0; row < count_; ++row) {
        quantize(x.data() + row * columns, columns, codes_ + row * rows_.stride, scales_ + row * rows_.scale_stride,
                 sums_ + row * rows_.sum_stride);
    }
}

Activations::Activations(const QString& format, std::span<const std::byte> blocks, std::size_t columns)
    : Activations(blocks.size() / row_bytes(parse_quant_type(format.toStdString()).value(), columns), columns,
                  format == "Q8_K" ? 256 : 32) {
    const QuantTypeInfo& info = quant_type_info(parse_quant_type(format.toStdString()).value());
    const std::size_t codes_at = format == "Q8_0" ? 2 : 4;
    for (std::size_t block = 0; block < blocks.size() / info.block_bytes; ++block) {
        const std::byte* from = blocks.data() + block * info.block_bytes;
        const std::size_t row = block * group_ / columns;
        const std::size_t column = block * group_ % columns;
        float scale = 0;
        std::uint16_t half = 0;
        std::memcpy(&scale, from, sizeof scale);
        std::memcpy(&half, from, sizeof half);
        scales_[row * rows_.scale_stride + column / group_] = format == "Q8_K" ? scale : f16_to_f32(half);
        std::memcpy(codes_ + row * rows_.stride + column, from + codes_at, group_);
    }
    set_sums();
}

void Activations::set_sums() {
    for (std::size_t row = 0; row < count_; ++row) {
        for (std::size_t group = 0; group < rows_.columns / 16; ++group) {
            int sum = 0;
            for (std::size_t j = 0; j < 16; ++j) {
                sum += codes_[row * rows_.stride + 16 * group + j];
            }
            sums_[row * rows_.sum_stride + group] = static_cast<std::int16_t>(sum);
        }
    }
}

double Activations::value(std::size_t row, std::size_t column) const {
    return static_cast<double>(scales_[row * rows_.scale_stride + column / group_]) *
           codes_[row * rows_.stride + column];
}

std::vector<float> multiply(const CpuKernels& kernels, QuantType type, std::span<const std::byte> weights,
                            std::size_t row_count, const Activations& x) {
    std::vector<float> out(row_count * x.count(), -1.0F);
    kernels.matmul[static_cast<std::size_t>(type)](weights.data(), row_bytes(type, x.rows().columns), row_count,
                                                   x.rows(), nullptr, x.count(), out.data(), row_count);
    return out;
}

}  // namespace strata::testing
