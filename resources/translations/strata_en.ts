<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ServerText</name>
    <message numerus="yes">
        <source>%n app(s) connected.</source>
        <translation>
            <numerusform>%n app connected.</numerusform>
            <numerusform>%n apps connected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) waiting.</source>
        <translation>
            <numerusform>%n request waiting.</numerusform>
            <numerusform>%n requests waiting.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 %2; %n more waiting.</source>
        <translation>
            <numerusform>%1 %2; %n more waiting.</numerusform>
            <numerusform>%1 %2; %n more waiting.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>strata::ui::ChatPage</name>
    <message numerus="yes">
        <source>Waits for the answer to end: %n pictures</source>
        <translation>
            <numerusform>Waits for the answer to end: %n picture</numerusform>
            <numerusform>Waits for the answer to end: %n pictures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Waits for the answer to end: “%1” and %n pictures</source>
        <translation>
            <numerusform>Waits for the answer to end: “%1” and %n picture</numerusform>
            <numerusform>Waits for the answer to end: “%1” and %n pictures</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>strata::ui::ImportDialog</name>
    <message numerus="yes">
        <source>%n file(s) of %1 found.</source>
        <translation>
            <numerusform>%n file of %1 found.</numerusform>
            <numerusform>%n files of %1 found.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>strata::ui::SettingsDialog</name>
    <message numerus="yes">
        <source>↻ Some changes hold when the model is loaded again, about %n second(s).</source>
        <translation>
            <numerusform>↻ Some changes hold when the model is loaded again, about %n second.</numerusform>
            <numerusform>↻ Some changes hold when the model is loaded again, about %n seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>strata::ui::ShortenDialog</name>
    <message numerus="yes">
        <source>The last %n messages and their answers</source>
        <translation>
            <numerusform>The last %n message and its answer</numerusform>
            <numerusform>The last %n messages and their answers</numerusform>
        </translation>
    </message>
</context>
</TS>
