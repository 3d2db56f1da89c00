#pragma once

#include <vector>

#include <QImage>
#include <QObject>
#include <QString>

#include "app/chat_record.h"

namespace strata::ui {

/// Something that goes with the message that is being written.
struct Attachment {
    enum class Kind { reading, picture, text };
    quint64 id = 0;
    Kind kind = Kind::reading;
    QString name;
    app::AttachedPicture picture;
    QImage thumbnail;
    bool more_frames = false;  ///< of a moving picture the first one was taken
    QString text;
    bool pasted = false;  ///< the text came from the clipboard and has no name
};

/// What goes with the message that is being written, in the order in which the model is told of it.
class AttachmentList : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const std::vector<Attachment>& all() const { return attachments_; }
    bool isEmpty() const { return attachments_.empty(); }
    /// Something is still being read.
    bool isReading() const;
    const Attachment* find(quint64 id) const;
    /// Pictures and what may become one.
    int pictureCount() const;
    std::vector<app::AttachedPicture> pictures() const;
    std::vector<Attachment> texts() const;

    /// Puts it at the end. Gives its id.
    quint64 add(Attachment attachment);
    /// Puts what was read in the place of what was being read; nothing if that was removed meanwhile.
    void replace(quint64 id, Attachment attachment);
    void setThumbnail(const QString& hash, const QImage& thumbnail);
    void remove(quint64 id);
    /// To a place counted from 0 among those that stay.
    void move(quint64 id, int place);
    void clear();
    void replaceAll(std::vector<Attachment> attachments);
    /// What goes with a draft, in place of all that is there. Its pictures are kept already.
    void showDraft(const app::Draft& draft);
    /// What is to outlive the program, with what was typed.
    app::Draft draft(const QString& typed) const;

Q_SIGNALS:
    void changed();

private:
    std::vector<Attachment>::iterator at(quint64 id);

    std::vector<Attachment> attachments_;
    quint64 last_id_ = 0;
};

/// The message as it is sent: each text in a fenced block of its own, then what was typed.
QString messageText(const std::vector<Attachment>& texts, const QString& typed);
QString messageText(const app::Draft& draft);

}  // namespace strata::ui
