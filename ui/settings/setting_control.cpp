#include "ui/settings/setting_control.h"

#include <utility>

#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFileDialog>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLineEdit>

#include "ui/settings/switch_button.h"
#include "ui/style/button.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

/// A box may get narrower than its longest text where there is no room for that.
constexpr int kNarrowestBox = 120;

/// Turning the wheel over a page scrolls the page; only a control that has the focus takes it for itself.
class WheelGuard : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        auto* const widget = qobject_cast<QWidget*>(watched);
        if (event->type() == QEvent::Wheel && widget != nullptr && !widget->hasFocus()) {
            event->ignore();
            return true;
        }
        return QObject::eventFilter(watched, event);
    }
};

void guardWheel(QWidget* widget) {
    widget->setFocusPolicy(Qt::StrongFocus);
    widget->installEventFilter(new WheelGuard(widget));
}

/// A path with a button to choose it.
SettingControl* makePath(const Theme* theme, QFileDialog::FileMode mode, const QString& placeholder, QWidget* parent) {
    const QString title =
        mode == QFileDialog::Directory ? SettingControl::tr("Choose a folder") : SettingControl::tr("Choose a file");
    auto* const whole = new QWidget(parent);
    whole->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* const line = new QLineEdit(whole);
    line->setPlaceholderText(placeholder);
    line->setMinimumHeight(metrics::kSmallestTarget);
    auto* const choose = new Button(theme, ButtonKind::outlined, SettingControl::tr("Choose…"), Icon::none, whole);
    choose->setAccessibleName(title);
    auto* const row = new QHBoxLayout(whole);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics::kSpace);
    row->addWidget(line, 1);
    row->addWidget(choose);
    whole->setFocusProxy(line);
    auto* const control = new SettingControl(
        whole, [line](const QVariant& value) { line->setText(QDir::toNativeSeparators(value.toString())); });
    QObject::connect(line, &QLineEdit::editingFinished, control,
                     [line, control] { control->takeEdit(QDir::fromNativeSeparators(line->text().trimmed())); });
    QObject::connect(choose, &QAbstractButton::clicked, control, [whole, line, control, mode, title] {
        auto* const dialog = new QFileDialog(whole, title, line->text());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(mode);
        dialog->setOption(QFileDialog::ShowDirsOnly, mode == QFileDialog::Directory);
        QObject::connect(dialog, &QFileDialog::fileSelected, control, [control](const QString& path) {
            control->show(path);
            control->takeEdit(path);
        });
        dialog->open();
    });
    return control;
}

}  // namespace

SettingControl::SettingControl(QWidget* widget, std::function<void(const QVariant&)> show)
    : QObject(widget), widget_(widget), show_(std::move(show)) {}

void SettingControl::show(const QVariant& value) {
    showing_ = true;
    show_(value);
    showing_ = false;
}

void SettingControl::takeEdit(const QVariant& value) {
    if (!showing_) {
        Q_EMIT edited(value);
    }
}

SettingControl* makeSwitch(const Theme* theme, QWidget* parent) {
    auto* const button = new SwitchButton(theme, parent);
    auto* const control =
        new SettingControl(button, [button](const QVariant& value) { button->setChecked(value.toBool()); });
    QObject::connect(button, &QAbstractButton::toggled, control, &SettingControl::takeEdit);
    return control;
}

SettingControl* makeChoice(const QStringList& texts, QWidget* parent) {
    auto* const box = new QComboBox(parent);
    box->setMinimumWidth(kNarrowestBox);
    box->addItems(texts);
    box->setMinimumHeight(metrics::kSmallestTarget);
    guardWheel(box);
    auto* const control =
        new SettingControl(box, [box](const QVariant& value) { box->setCurrentIndex(value.toInt()); });
    QObject::connect(box, &QComboBox::currentIndexChanged, control, &SettingControl::takeEdit);
    return control;
}

SettingControl* makeNumber(const NumberLook& look, QWidget* parent) {
    auto* const box = new QDoubleSpinBox(parent);
    box->setDecimals(look.decimals);
    box->setRange(look.least, look.most);
    box->setSingleStep(look.step);
    box->setSuffix(look.suffix);
    box->setSpecialValueText(look.least_in_words);
    box->setGroupSeparatorShown(true);
    box->setKeyboardTracking(false);  // a number that is half typed is not meant
    box->setMinimumHeight(metrics::kSmallestTarget);
    guardWheel(box);
    auto* const control = new SettingControl(box, [box](const QVariant& value) { box->setValue(value.toDouble()); });
    QObject::connect(box, &QDoubleSpinBox::valueChanged, control, &SettingControl::takeEdit);
    return control;
}

SettingControl* makeText(const QString& placeholder, QWidget* parent) {
    auto* const line = new QLineEdit(parent);
    line->setPlaceholderText(placeholder);
    line->setMinimumHeight(metrics::kSmallestTarget);
    auto* const control = new SettingControl(line, [line](const QVariant& value) { line->setText(value.toString()); });
    QObject::connect(line, &QLineEdit::editingFinished, control,
                     [line, control] { control->takeEdit(line->text().trimmed()); });
    return control;
}

SettingControl* makeFolder(const Theme* theme, const QString& placeholder, QWidget* parent) {
    return makePath(theme, QFileDialog::Directory, placeholder, parent);
}

SettingControl* makeFile(const Theme* theme, const QString& placeholder, QWidget* parent) {
    return makePath(theme, QFileDialog::ExistingFile, placeholder, parent);
}

SettingControl* makeFontChoice(bool fixed, QWidget* parent) {
    auto* const box = new QComboBox(parent);
    box->setMinimumWidth(kNarrowestBox);
    box->addItem(SettingControl::tr("The system’s"), QString());
    for (const QString& family : QFontDatabase::families()) {
        if (!QFontDatabase::isPrivateFamily(family) && (!fixed || QFontDatabase::isFixedPitch(family))) {
            box->addItem(family, family);
        }
    }
    box->setMinimumHeight(metrics::kSmallestTarget);
    guardWheel(box);
    auto* const control = new SettingControl(box, [box](const QVariant& value) {
        int at = box->findData(value);
        if (at < 0) {  // a font that has been removed since
            box->addItem(value.toString(), value);
            at = box->count() - 1;
        }
        box->setCurrentIndex(at);
    });
    QObject::connect(box, &QComboBox::currentIndexChanged, control,
                     [box, control](int at) { control->takeEdit(box->itemData(at)); });
    return control;
}

}  // namespace strata::ui
