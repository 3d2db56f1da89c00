#include "ui/attachments/attachment_list.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <QFileInfo>

namespace strata::ui {
namespace {

/// A fence longer than any run of the same sign in the text, so that nothing in it can close the block.
QString fenceFor(const QString& text) {
    constexpr int kShortest = 3;
    int longest = 0, run = 0;
    for (const QChar letter : text) {
        run = letter == u'`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return QString(std::max(kShortest, longest + 1), u'`');
}

QString blockOf(const Attachment& attachment) {
    const QString fence = fenceFor(attachment.text);
    const QString end = attachment.text.endsWith(u'\n') ? QString() : QStringLiteral("\n");
    const QString language = attachment.pasted ? QString() : QFileInfo(attachment.name).suffix().toLower();
    const QString name = attachment.pasted ? QString() : attachment.name + QStringLiteral(":\n");
    return name + fence + language + u'\n' + attachment.text + end + fence;
}

std::vector<Attachment> attachmentsOf(const std::vector<app::AttachedText>& texts) {
    std::vector<Attachment> attachments;
    for (const app::AttachedText& text : texts) {
        Attachment attachment;
        attachment.kind = Attachment::Kind::text;
        attachment.name = text.name;
        attachment.text = text.text;
        attachment.pasted = text.name.isEmpty();
        attachments.push_back(std::move(attachment));
    }
    return attachments;
}

}  // namespace

bool AttachmentList::isReading() const {
    return std::any_of(attachments_.begin(), attachments_.end(),
                       [](const Attachment& one) { return one.kind == Attachment::Kind::reading; });
}

const Attachment* AttachmentList::find(quint64 id) const {
    const auto found =
        std::find_if(attachments_.begin(), attachments_.end(), [id](const Attachment& one) { return one.id == id; });
    return found == attachments_.end() ? nullptr : &*found;
}

int AttachmentList::pictureCount() const {
    return static_cast<int>(std::count_if(attachments_.begin(), attachments_.end(),
                                          [](const Attachment& one) { return one.kind != Attachment::Kind::text; }));
}

std::vector<app::AttachedPicture> AttachmentList::pictures() const {
    std::vector<app::AttachedPicture> pictures;
    for (const Attachment& one : attachments_) {
        if (one.kind == Attachment::Kind::picture) {
            pictures.push_back(one.picture);
        }
    }
    return pictures;
}

std::vector<Attachment> AttachmentList::texts() const {
    std::vector<Attachment> texts;
    std::copy_if(attachments_.begin(), attachments_.end(), std::back_inserter(texts),
                 [](const Attachment& one) { return one.kind == Attachment::Kind::text; });
    return texts;
}

quint64 AttachmentList::add(Attachment attachment) {
    attachment.id = ++last_id_;
    attachments_.push_back(std::move(attachment));
    Q_EMIT changed();
    return last_id_;
}

void AttachmentList::replace(quint64 id, Attachment attachment) {
    if (const auto place = at(id); place != attachments_.end()) {
        attachment.id = id;
        *place = std::move(attachment);
        Q_EMIT changed();
    }
}

void AttachmentList::setThumbnail(const QString& hash, const QImage& thumbnail) {
    bool found = false;
    for (Attachment& one : attachments_) {
        if (one.kind == Attachment::Kind::picture && one.picture.hash == hash && one.thumbnail.isNull()) {
            one.thumbnail = thumbnail;
            found = true;
        }
    }
    if (found) {
        Q_EMIT changed();
    }
}

void AttachmentList::remove(quint64 id) {
    if (const auto place = at(id); place != attachments_.end()) {
        attachments_.erase(place);
        Q_EMIT changed();
    }
}

void AttachmentList::move(quint64 id, int place) {
    const auto from = at(id);
    if (from == attachments_.end()) {
        return;
    }
    const auto to = attachments_.begin() + std::clamp(place, 0, static_cast<int>(attachments_.size()) - 1);
    if (from == to) {
        return;
    }
    if (from < to) {
        std::rotate(from, from + 1, to + 1);
    } else {
        std::rotate(to, from, from + 1);
    }
    Q_EMIT changed();
}

void AttachmentList::clear() {
    replaceAll({});
}

void AttachmentList::replaceAll(std::vector<Attachment> attachments) {
    if (attachments.empty() && attachments_.empty()) {
        return;
    }
    attachments_ = std::move(attachments);
    for (Attachment& one : attachments_) {
        one.id = ++last_id_;
    }
    Q_EMIT changed();
}

void AttachmentList::showDraft(const app::Draft& draft) {
    std::vector<Attachment> attachments = attachmentsOf(draft.texts);
    for (const app::AttachedPicture& picture : draft.pictures) {
        Attachment attachment;
        attachment.kind = Attachment::Kind::picture;
        attachment.name = picture.name;
        attachment.picture = picture;
        attachments.push_back(std::move(attachment));
    }
    replaceAll(std::move(attachments));
}

app::Draft AttachmentList::draft(const QString& typed) const {
    app::Draft draft{typed, pictures()};
    for (const Attachment& one : texts()) {
        draft.texts.push_back({one.pasted ? QString() : one.name, one.text});
    }
    return draft;
}

std::vector<Attachment>::iterator AttachmentList::at(quint64 id) {
    return std::find_if(attachments_.begin(), attachments_.end(), [id](const Attachment& one) { return one.id == id; });
}

QString messageText(const std::vector<Attachment>& texts, const QString& typed) {
    QString whole;
    for (const Attachment& one : texts) {
        whole += blockOf(one) + QStringLiteral("\n\n");
    }
    return texts.empty() ? typed : (whole + typed).trimmed();
}

QString messageText(const app::Draft& draft) {
    return messageText(attachmentsOf(draft.texts), draft.text);
}

}  // namespace strata::ui
