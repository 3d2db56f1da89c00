#pragma once

#include <memory>
#include <optional>

#include <QObject>
#include <QString>
#include <QUrl>

#include "app/downloads/answer_rules.h"
#include "app/downloads/download_options.h"
#include "app/downloads/http_fetch.h"
#include "app/downloads/part_file.h"
#include "app/downloads/range_fetch.h"
#include "app/downloads/resume_record.h"

namespace strata::app {

/// Brings one file from its address to its name: asks how large it is, reads what is missing, compares, mends what does
/// not match, and renames. One at a time; on the downloads' thread. An obstacle halts it; `run` goes on.
class FileTransfer : public QObject {
    Q_OBJECT

public:
    /// path: where the file will lie. same_content: a finished file with the same content; empty: none.
    FileTransfer(const DownloadOptions& options, TransferNetwork& network, ResumeRecord record, QString path,
                 QString same_content, QObject* parent = nullptr);
    ~FileTransfer() override;

    void run();
    /// Keeps what has come. No signal comes afterwards.
    void halt();
    /// What the server has now is wanted, whatever the list says.
    void takeNewFile();
    /// A file that did not match may be fetched again from its beginning.
    void repairAnew();

    const ResumeRecord& record() const { return record_; }
    void setPaused(bool paused);
    qint64 bytesDone() const;
    bool isChecking() const { return checking_; }
    qint64 checkedBytes() const { return part_.checkedBytes(); }
    bool isRepairing() const { return record_.again_from >= 0; }

Q_SIGNALS:
    void advanced(qint64 bytes);
    void changed();
    void halted(const strata::app::Obstacle& obstacle);
    void finished();

private:
    enum class CheckFor { going_on, end, repair };

    void next();
    bool prepare();
    void examineNamed();
    void checkStep();
    void afterCheck();
    void askHead(HttpFetch::Method method);
    void headAnswered(const HttpAnswer& answer, HttpFetch::Method method);
    void takeLength(const HttpAnswer& answer);
    bool reserve();
    void copySame();
    void fetch(qint64 begin, qint64 end);
    bool accept(const HttpAnswer& answer);
    void fetchComplete();
    void pieceFinished();
    void checkStructure();
    std::optional<QString> structureFault();
    void verify();
    void repair();
    void finish();
    void startCheck(CheckFor purpose);
    void stopWith(Obstacle obstacle);
    void stopWith(DownloadTrouble trouble, Remedy remedy, const QString& reason = {});
    void stopWith(const DiskError& error);
    bool save();
    QUrl address() const;
    void later(void (FileTransfer::*step)());
    void dropFetch();

    const DownloadOptions& options_;
    TransferNetwork& network_;
    ResumeRecord record_;
    const QString path_;
    QString same_content_;
    PartFile part_;
    DiskFile named_;  ///< a file that already has the name, while it is looked at
    Sha256Stream named_hash_;
    qint64 named_at_ = 0;
    std::unique_ptr<HttpFetch> head_;
    RangeFetch range_;
    bool running_ = false;
    bool prepared_ = false;
    bool head_done_ = false;
    bool reserved_ = false;
    bool take_new_ = false;
    bool accept_changes_ = false;
    bool fetching_again_ = false;  ///< all pieces are there and come a second time
    bool checking_ = false;
    CheckFor check_for_ = CheckFor::going_on;
    bool whole_from_disk_ = false;  ///< the whole hash was read from the disk
    bool structure_fine_ = false;
    int structure_faults_ = 0;
    bool was_changed_ = false;  ///< the server's ETag is another one than before
};

}  // namespace strata::app
