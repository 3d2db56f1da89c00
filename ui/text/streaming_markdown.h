#pragma once

#include <memory>

#include <QObject>
#include <QTimer>

#include "ui/text/document_writer.h"
#include "ui/text/markdown_splitter.h"

class QTextDocument;

namespace strata::ui {

/// A Markdown text that may still be growing, as a text document that a view can show.
///
/// What is finished is laid out once; the open end is read again when something was added, at most once per frame and
/// never for more than about a fifth of the time.
class StreamingMarkdown : public QObject {
    Q_OBJECT

public:
    explicit StreamingMarkdown(const Theme* theme, QObject* parent = nullptr);
    ~StreamingMarkdown() override;

    /// Shows `text`. If it begins with what is shown already, only the rest is work.
    void show(const QString& text, bool complete);

    QTextDocument* document() const { return document_.get(); }

Q_SIGNALS:
    /// The text is now in another document; a view must take that before this returns: the former one goes.
    void documentReplaced(QTextDocument* document);

private:
    void replace(const QString& text, bool complete);
    void restart();
    void append(QStringView text);
    void finish();
    void writeChanges();

    const Theme* theme_;
    std::unique_ptr<QTextDocument> document_;
    std::unique_ptr<DocumentWriter> writer_;
    MarkdownSplitter splitter_;
    QString source_;  ///< all text so far
    bool complete_ = false;
    bool changed_ = false;
    QTimer rest_timer_;
};

}  // namespace strata::ui
