<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
    <context>
        <name>SettingsDialog</name>
        <message numerus="yes">
            <source>↻ Some changes hold when the model is loaded again, about %n second(s).</source>
            <translation>
                <numerusform>↻ Some changes hold when the model is loaded again, about %n second.</numerusform>
                <numerusform>↻ Some changes hold when the model is loaded again, about %n seconds.</numerusform>
            </translation>
        </message>
    </context>
</TS>
