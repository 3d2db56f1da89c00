#include "strata/hardware.h"

#include "base/cpu_features.h"
#include "base/display_adapters.h"
#include "base/nvidia_driver.h"
#include "base/processor_name.h"
#include "base/system_memory.h"

namespace strata {

HardwareInfo detect_hardware() {
    const CpuFeatures cpu = detect_cpu_features();
    const SystemMemory memory = read_system_memory();
    HardwareInfo info;
    info.cpu_level = to_string(cpu.best_level());
    info.cpu_name = processor_name();
    info.physical_cores = cpu.physical_cores;
    info.logical_cores = cpu.logical_cores;
    info.ram_bytes = memory.total_bytes;
    info.available_ram_bytes = memory.available_bytes;
    info.gpus = join_cards(nvidia_cards(), display_adapters());
    return info;
}

}  // namespace strata
