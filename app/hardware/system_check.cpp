#include "app/hardware/system_check.h"

#include <utility>

#include "app/hardware/running_programs.h"
#include "app/hardware/volumes.h"

namespace strata::app {
namespace {

constexpr int kNamedPrograms = 3;

}  // namespace

SystemFacts readSystemFacts() {
    SystemFacts facts;
    facts.hardware = detect_hardware();
    facts.volumes = listVolumes();
    facts.page_file_bytes = pageFileBytes();
    facts.programs = biggestPrograms(kNamedPrograms);
    facts.system = systemVersion();
    return facts;
}

SystemCheck::SystemCheck(Reader reader, QObject* parent) : QObject(parent), reader_(reader) {
    pool_.setMaxThreadCount(1);
}

SystemCheck::~SystemCheck() {
    pool_.waitForDone();
}

void SystemCheck::start() {
    if (running_) {
        return;
    }
    running_ = true;
    Q_EMIT started();
    pool_.start([this, reader = reader_] {
        auto facts = std::make_shared<const SystemFacts>(reader());
        QMetaObject::invokeMethod(
            this,
            [this, facts = std::move(facts)] {
                facts_ = facts;
                running_ = false;
                Q_EMIT finished();
            },
            Qt::QueuedConnection);
    });
}

}  // namespace strata::app
