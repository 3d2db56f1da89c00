#include "ui/text/math_text.h"

#include <algorithm>

#include <QHash>

namespace strata::ui {
namespace {

const QHash<QString, QString>& commands() {
    static const QHash<QString, QString> table{{"alpha", "α"},      {"beta", "β"},
                                               {"gamma", "γ"},      {"delta", "δ"},
                                               {"epsilon", "ε"},    {"varepsilon", "ε"},
                                               {"zeta", "ζ"},       {"eta", "η"},
                                               {"theta", "θ"},      {"iota", "ι"},
                                               {"kappa", "κ"},      {"lambda", "λ"},
                                               {"mu", "μ"},         {"nu", "ν"},
                                               {"xi", "ξ"},         {"pi", "π"},
                                               {"rho", "ρ"},        {"sigma", "σ"},
                                               {"tau", "τ"},        {"phi", "φ"},
                                               {"varphi", "φ"},     {"chi", "χ"},
                                               {"psi", "ψ"},        {"omega", "ω"},
                                               {"Gamma", "Γ"},      {"Delta", "Δ"},
                                               {"Theta", "Θ"},      {"Lambda", "Λ"},
                                               {"Xi", "Ξ"},         {"Pi", "Π"},
                                               {"Sigma", "Σ"},      {"Phi", "Φ"},
                                               {"Psi", "Ψ"},        {"Omega", "Ω"},
                                               {"times", "×"},      {"cdot", "·"},
                                               {"div", "÷"},        {"pm", "±"},
                                               {"mp", "∓"},         {"le", "≤"},
                                               {"leq", "≤"},        {"ge", "≥"},
                                               {"geq", "≥"},        {"ne", "≠"},
                                               {"neq", "≠"},        {"approx", "≈"},
                                               {"equiv", "≡"},      {"sim", "∼"},
                                               {"propto", "∝"},     {"ll", "≪"},
                                               {"gg", "≫"},         {"to", "→"},
                                               {"rightarrow", "→"}, {"leftarrow", "←"},
                                               {"Rightarrow", "⇒"}, {"implies", "⇒"},
                                               {"iff", "⇔"},        {"Leftrightarrow", "⇔"},
                                               {"mapsto", "↦"},     {"infty", "∞"},
                                               {"in", "∈"},         {"notin", "∉"},
                                               {"subset", "⊂"},     {"subseteq", "⊆"},
                                               {"cup", "∪"},        {"cap", "∩"},
                                               {"emptyset", "∅"},   {"forall", "∀"},
                                               {"exists", "∃"},     {"neg", "¬"},
                                               {"land", "∧"},       {"lor", "∨"},
                                               {"partial", "∂"},    {"nabla", "∇"},
                                               {"sum", "∑"},        {"prod", "∏"},
                                               {"int", "∫"},        {"ldots", "…"},
                                               {"dots", "…"},       {"cdots", "⋯"},
                                               {"circ", "∘"},       {"ast", "∗"},
                                               {"star", "⋆"},       {"mid", "|"},
                                               {"prime", "′"},      {"angle", "∠"},
                                               {"perp", "⊥"},       {"parallel", "∥"},
                                               {"degree", "°"},     {"hbar", "ℏ"},
                                               {"ell", "ℓ"},        {"quad", "  "},
                                               {"sin", "sin"},      {"cos", "cos"},
                                               {"tan", "tan"},      {"log", "log"},
                                               {"ln", "ln"},        {"exp", "exp"},
                                               {"max", "max"},      {"min", "min"},
                                               {"lim", "lim"},      {"det", "det"},
                                               {"gcd", "gcd"},      {"mod", "mod"},
                                               {"left", ""},        {"right", ""}};
    return table;
}

QString mapped(const QString& text, const QString& from, const QString& to, bool& all) {
    QString result;
    for (const QChar c : text) {
        const qsizetype at = from.indexOf(c);
        all = all && at >= 0;
        result += at >= 0 ? to.at(at) : c;
    }
    return result;
}

std::optional<QString> raised(const QString& text) {
    bool all = !text.isEmpty();
    const QString result = mapped(text, QStringLiteral("0123456789+-=()nixabcdefghjklmoprstuvwyzT′*"),
                                  QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱˣᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷʸᶻᵀ′*"), all);
    return all ? std::optional(result) : std::nullopt;
}

std::optional<QString> lowered(const QString& text) {
    bool all = !text.isEmpty();
    const QString result = mapped(text, QStringLiteral("0123456789+-=()aehijklmnoprstuvx"),
                                  QStringLiteral("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"), all);
    return all ? std::optional(result) : std::nullopt;
}

/// In brackets if it would be torn apart otherwise.
QString grouped(const QString& text) {
    const bool simple = std::all_of(text.begin(), text.end(), [](QChar c) { return c.isLetterOrNumber(); });
    return simple ? text : u'(' + text + u')';
}

class MathReader {
public:
    explicit MathReader(QStringView tex) : rest_(tex) {}

    std::optional<QString> read() {
        QString text;
        while (!rest_.isEmpty()) {
            const auto next = readOne();
            if (!next) {
                return std::nullopt;
            }
            text += *next;
        }
        return text.simplified();
    }

private:
    std::optional<QString> readOne() {
        const QChar c = take();
        if (c == u'\\') {
            return readCommand();
        }
        if (c == u'^' || c == u'_') {
            const auto inner = readArgument();
            return inner ? (c == u'^' ? raised(*inner) : lowered(*inner)) : std::nullopt;
        }
        if (c == u'{') {
            back(c);
            return readArgument();
        }
        if (c == u'&' || c == u'}' || c == u'~') {
            return std::nullopt;
        }
        return c == u'\'' ? QString(u'′') : QString(c);
    }

    std::optional<QString> readCommand() {
        if (rest_.isEmpty()) {
            return std::nullopt;
        }
        if (!rest_.front().isLetter()) {
            const QChar c = take();
            if (c == u',' || c == u';' || c == u':' || c == u' ') {
                return QString(u' ');
            }
            return QStringLiteral("{}%$#_&|").contains(c) ? std::optional(QString(c)) : std::nullopt;
        }
        qsizetype length = 0;
        while (length < rest_.size() && rest_.at(length).isLetter()) {
            ++length;
        }
        const QString name = rest_.first(length).toString();
        rest_ = rest_.sliced(length);
        if (name == QLatin1String("frac") || name == QLatin1String("tfrac")) {
            const auto above = readArgument();
            const auto below = readArgument();
            return above && below ? std::optional(grouped(*above) + u'/' + grouped(*below)) : std::nullopt;
        }
        if (name == QLatin1String("sqrt")) {
            const auto inner = !rest_.isEmpty() && rest_.front() == u'[' ? std::nullopt : readArgument();
            return inner ? std::optional(QStringLiteral("√") + grouped(*inner)) : std::nullopt;
        }
        if (name == QLatin1String("text") || name == QLatin1String("mathrm") || name == QLatin1String("mathbf")) {
            return readArgument();
        }
        if (name == QLatin1String("mathbb")) {
            bool all = true;
            const QString letters =
                mapped(readArgument().value_or(QString()), QStringLiteral("RNZQCP"), QStringLiteral("ℝℕℤℚℂℙ"), all);
            return all && !letters.isEmpty() ? std::optional(letters) : std::nullopt;
        }
        const auto known = commands().constFind(name);
        return known == commands().constEnd() ? std::nullopt : std::optional(*known);
    }

    /// One letter, one command or what stands in braces.
    std::optional<QString> readArgument() {
        while (!rest_.isEmpty() && rest_.front().isSpace()) {
            rest_ = rest_.sliced(1);
        }
        if (rest_.isEmpty()) {
            return std::nullopt;
        }
        if (rest_.front() != u'{') {
            return readOne();
        }
        qsizetype end = 0;
        int depth = 0;
        do {
            depth += rest_.at(end) == u'{' ? 1 : rest_.at(end) == u'}' ? -1 : 0;
            ++end;
        } while (depth > 0 && end < rest_.size());
        if (depth > 0 || depth_ > kDeepest) {
            return std::nullopt;
        }
        MathReader inner(rest_.first(end - 1).sliced(1));
        inner.depth_ = depth_ + 1;
        rest_ = rest_.sliced(end);
        return inner.read();
    }

    QChar take() {
        const QChar c = rest_.front();
        before_ = rest_;
        rest_ = rest_.sliced(1);
        return c;
    }
    void back(QChar /*taken*/) { rest_ = before_; }

    static constexpr int kDeepest = 20;  ///< braces in braces; nobody writes more by hand

    QStringView rest_;
    QStringView before_;
    int depth_ = 0;
};

/// Text that Markdown shows as it is.
QString escaped(const QString& text) {
    static const QString marks = QStringLiteral("\\`*_{}[]<>#|~$!");
    QString result;
    for (const QChar c : text) {
        if (marks.contains(c)) {
            result += u'\\';
        }
        result += c;
    }
    return result;
}

struct Formula {
    QStringView tex;
    QStringView typed;  ///< with its marks
    bool display = false;
};

/// Whether it has a sign that words have not, or is a single letter or number.
bool isMath(QStringView tex) {
    const QStringView inner = tex.trimmed();
    return inner.size() == 1 || std::any_of(inner.begin(), inner.end(), [](QChar c) {
               return c.isDigit() || QStringLiteral("\\^_=+*/<>|").contains(c);
           });
}

/// The formula that begins at a place; none if what is there is no formula.
std::optional<Formula> formulaAt(QStringView text, qsizetype at) {
    const QStringView rest = text.sliced(at);
    const auto between = [&](QStringView begin, QStringView end, bool display) -> std::optional<Formula> {
        const qsizetype close = rest.indexOf(end, begin.size());
        if (close <= begin.size()) {
            return std::nullopt;
        }
        return Formula{rest.first(close).sliced(begin.size()), rest.first(close + end.size()), display};
    };
    // A backslash may also only keep Markdown from seeing a bracket.
    const auto bracketed = [&](QStringView begin, QStringView end, bool display) {
        const auto formula = between(begin, end, display);
        return formula && isMath(formula->tex) ? formula : std::nullopt;
    };
    if (rest.startsWith(u"\\(")) {
        return bracketed(u"\\(", u"\\)", false);
    }
    if (rest.startsWith(u"\\[")) {
        return bracketed(u"\\[", u"\\]", true);
    }
    if (rest.startsWith(u"$$")) {
        return between(u"$$", u"$$", true);
    }
    const bool after_word = at > 0 && (text.at(at - 1).isLetterOrNumber() || text.at(at - 1) == u'\\');
    if (!rest.startsWith(u'$') || after_word) {
        return std::nullopt;
    }
    // Amounts of money are no formulas: the marks touch what is between them, and no digit follows.
    const auto formula = between(u"$", u"$", false);
    if (!formula || formula->tex.front().isSpace() || formula->tex.back().isSpace() || formula->tex.contains(u'\n')) {
        return std::nullopt;
    }
    const qsizetype end = formula->typed.size();
    return end < rest.size() && rest.at(end).isDigit() ? std::nullopt : formula;
}

QString shownFormula(const Formula& formula, bool in_paragraph) {
    if (const auto text = mathAsText(formula.tex)) {
        return escaped(*text);
    }
    if (formula.display && in_paragraph) {
        return QStringLiteral("\n\n~~~TeX\n%1\n~~~\n\n").arg(formula.tex.trimmed());
    }
    return QStringLiteral("`` %1 ``").arg(formula.typed.toString().replace(u'\n', u' '));
}

}  // namespace

std::optional<QString> mathAsText(QStringView tex) {
    return MathReader(tex).read();
}

QString withShownMath(const QString& markdown) {
    if (!markdown.contains(u'$') && !markdown.contains(QLatin1String("\\(")) &&
        !markdown.contains(QLatin1String("\\["))) {
        return markdown;
    }
    // Code without fence, and code in a list with one of this kind.
    if (markdown.startsWith(QLatin1String("    ")) || markdown.startsWith(u'\t') ||
        markdown.contains(QLatin1String("~~~"))) {
        return markdown;
    }
    const QString start = markdown.trimmed().left(1);
    const bool in_paragraph = !QStringLiteral(">-*+|#").contains(start) && !start.front().isDigit();
    QString shown;
    qsizetype at = 0;
    while (at < markdown.size()) {
        if (markdown.at(at) == u'`') {
            qsizetype marks = 1;
            while (at + marks < markdown.size() && markdown.at(at + marks) == u'`') {
                ++marks;
            }
            const QString fence(marks, u'`');
            const qsizetype close = markdown.indexOf(fence, at + marks);
            const qsizetype end = close < 0 ? at + marks : close + marks;
            shown += QStringView(markdown).sliced(at, end - at);
            at = end;
            continue;
        }
        if (const auto formula = formulaAt(markdown, at)) {
            shown += shownFormula(*formula, in_paragraph);
            at += formula->typed.size();
            continue;
        }
        // A backslash and what it stands before are one.
        const qsizetype length = markdown.at(at) == u'\\' && at + 1 < markdown.size() ? 2 : 1;
        shown += QStringView(markdown).sliced(at, length);
        at += length;
    }
    return shown;
}

}  // namespace strata::ui
