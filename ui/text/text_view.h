#pragma once

#include <QTextBrowser>

namespace strata::ui {

class StreamingMarkdown;
class Theme;

/// Shows a document as part of a larger page: as high as its text, no scroll bars, no frame. The text can be selected
/// with mouse and keyboard and copied as plain text. Fetches nothing and follows no link: it only says what was asked.
class TextView : public QTextBrowser {
    Q_OBJECT

public:
    explicit TextView(const Theme* theme, QWidget* parent = nullptr);

    /// Shows a document that somebody else owns and that must not go before it is replaced or the view goes.
    void showDocument(QTextDocument* document);
    /// Shows the document of a text, and the next one whenever it is replaced.
    void follow(StreamingMarkdown& text);
    void setMuted(bool muted);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    QVariant loadResource(int type, const QUrl& name) override;

Q_SIGNALS:
    /// The pointer or the keyboard is on a link, or on none any more (empty).
    void linkPointedAt(const QUrl& target);
    void linkActivated(const QUrl& target);
    /// The text caret moved; `area` is where it is, in this widget's coordinates.
    void caretMoved(const QRect& area);
    /// The height that the text needs has changed.
    void heightChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    QMimeData* createMimeDataFromSelection() const override;

private:
    void restyle();

    const Theme* theme_;
    bool muted_ = false;
};

}  // namespace strata::ui
