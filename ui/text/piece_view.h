#pragma once

#include <memory>

#include <QWidget>

#include "ui/text/document_writer.h"
#include "ui/text/text_part.h"

class QTextDocument;

namespace strata::ui {

class Button;
class Label;
class TextView;
class Theme;

/// One piece of a text on the page: prose, or code or a table that is scrolled sideways by itself and can be copied.
class PieceView : public QWidget {
    Q_OBJECT

public:
    /// Which rim of a piece of code is its own; one that is shown in several views has its rim only at its ends.
    struct Rim {
        bool top = true;
        bool bottom = true;

        bool operator==(const Rim& other) const = default;
    };

    PieceView(const Theme* theme, TextPiece::Kind kind, QWidget* parent);
    ~PieceView() override;

    TextPiece::Kind kind() const { return kind_; }
    /// Only what differs from what is shown is written.
    void showPiece(const TextPiece& piece, const Rim& rim);
    /// Lines of code that are not wrapped are scrolled sideways.
    void setWrapped(bool wrapped);
    void setMuted(bool muted);
    /// A button below code that is folded; 0: it is not.
    void setHiddenLines(int lines);
    /// Takes on a width and returns how high it is.
    int layOut(int width);

    TextView* text() const { return text_; }
    QList<QWidget*> tabStops() const;

Q_SIGNALS:
    void copyWanted();
    void wrapWanted(bool wrapped);
    void unfoldWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void makeHead();
    void showLanguage(const QString& language);
    int headHeight() const;
    int tableWidth(int width) const;

    const Theme* theme_;
    const TextPiece::Kind kind_;
    std::unique_ptr<QTextDocument> document_;
    DocumentWriter writer_;
    TextView* text_;
    Label* language_ = nullptr;
    Button* wrap_ = nullptr;
    Button* copy_ = nullptr;
    Button* unfold_ = nullptr;
    Rim rim_;
    bool wrapped_ = false;
};

}  // namespace strata::ui
