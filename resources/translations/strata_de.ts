<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AnswerRules</name>
    <message>
        <source>the server does not say how large the file is</source>
        <translation>der Server sagt nicht, wie groß die Datei ist</translation>
    </message>
    <message>
        <source>the server sent another part than was asked for</source>
        <translation>der Server sandte einen anderen Teil als den verlangten</translation>
    </message>
</context>
<context>
    <name>AttachmentText</name>
    <message>
        <source>%1 is a %2 photo, which Strata cannot open here. Save it as JPEG, or copy it from the photo app and paste.</source>
        <translation>%1 ist ein %2-Foto, das Strata hier nicht öffnen kann. Speichern Sie es als JPEG, oder kopieren Sie es in der Foto-App und fügen Sie es ein.</translation>
    </message>
    <message>
        <source>%1 is a %2 picture, which Strata cannot open here. Save it as PNG or JPEG, or copy it from another program and paste.</source>
        <translation>%1 ist ein %2-Bild, das Strata hier nicht öffnen kann. Speichern Sie es als PNG oder JPEG, oder kopieren Sie es in einem anderen Programm und fügen Sie es ein.</translation>
    </message>
    <message>
        <source>%1 is %2 megapixels. The limit for a %3 picture of this form is %4. Save it as an ordinary JPEG.</source>
        <translation>%1 hat %2 Megapixel. Die Grenze für ein %3-Bild dieser Form ist %4. Speichern Sie es als gewöhnliches JPEG.</translation>
    </message>
    <message>
        <source>%1 is %2 megapixels. The limit is %3.</source>
        <translation>%1 hat %2 Megapixel. Die Grenze ist %3.</translation>
    </message>
    <message>
        <source>%1 is %2 pixels long. The limit is %3.</source>
        <translation>%1 ist %2 Pixel lang. Die Grenze ist %3.</translation>
    </message>
    <message>
        <source>%1 is %2 MB. The limit is %3.</source>
        <translation>%1 hat %2 MB. Die Grenze ist %3.</translation>
    </message>
    <message>
        <source>%1 is too narrow: %2 times longer than wide. The limit is %3.</source>
        <translation>%1 ist zu schmal: %2-mal so lang wie breit. Die Grenze ist %3.</translation>
    </message>
    <message>
        <source>%1 is damaged or not a picture.</source>
        <translation>%1 ist beschädigt oder kein Bild.</translation>
    </message>
    <message>
        <source>%1, about %2 pieces</source>
        <translation>%1, etwa %2 Stücke</translation>
    </message>
    <message>
        <source>%1 is over 1 MB. Strata takes text files up to that size.</source>
        <translation>%1 ist über 1 MB groß. Strata nimmt Textdateien bis zu dieser Größe.</translation>
    </message>
    <message>
        <source>%1 is a folder or no file. Strata can take pictures and plain text.</source>
        <translation>%1 ist ein Ordner oder keine Datei. Strata nimmt Bilder und reinen Text.</translation>
    </message>
    <message>
        <source>%1 could not be read (%2).</source>
        <translation>%1 konnte nicht gelesen werden (%2).</translation>
    </message>
    <message>
        <source>%1 could not be stored (%2).</source>
        <translation>%1 konnte nicht gespeichert werden (%2).</translation>
    </message>
    <message>
        <source>Strata can take pictures and plain text. %1 is neither.</source>
        <translation>Strata nimmt Bilder und reinen Text. %1 ist keines von beiden.</translation>
    </message>
    <message>
        <source>Strata can take pictures and plain text. %1 is a %2 file.</source>
        <translation>Strata nimmt Bilder und reinen Text. %1 ist eine %2-Datei.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Liest …</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>first frame</source>
        <translation>erstes Einzelbild</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Eingefügter Text</translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>Eingefügtes Bild</translation>
    </message>
    <message>
        <source>Text %1 of %2: %3, %4</source>
        <translation>Text %1 von %2: %3, %4</translation>
    </message>
    <message>
        <source>Picture %1 of %2: %3, %4</source>
        <translation>Bild %1 von %2: %3, %4</translation>
    </message>
</context>
<context>
    <name>ChatText</name>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Anweisungen</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Thinking:</source>
        <translation>Nachdenken:</translation>
    </message>
</context>
<context>
    <name>CheckWords</name>
    <message>
        <source>Taking turns</source>
        <translation>Abwechselnd</translation>
    </message>
    <message>
        <source>Three chats take turns, go on, are changed and answered again.</source>
        <translation>Drei Chats wechseln sich ab, gehen weiter, werden geändert und neu beantwortet.</translation>
    </message>
    <message>
        <source>Going back</source>
        <translation>Zurückgehen</translation>
    </message>
    <message>
        <source>A long chat goes back to each earlier message, with another one in between.</source>
        <translation>Ein langer Chat geht zu jeder früheren Nachricht zurück, dazwischen läuft ein anderer.</translation>
    </message>
    <message>
        <source>Many chats</source>
        <translation>Viele Chats</translation>
    </message>
    <message>
        <source>Twelve chats, with room for four.</source>
        <translation>Zwölf Chats, Platz für vier.</translation>
    </message>
    <message>
        <source>Large chats</source>
        <translation>Große Chats</translation>
    </message>
    <message>
        <source>Chats that are larger than the room for them.</source>
        <translation>Chats, die größer sind als der Platz für sie.</translation>
    </message>
    <message>
        <source>Changing places</source>
        <translation>Platztausch</translation>
    </message>
    <message>
        <source>Two chats change places again and again, with room for one.</source>
        <translation>Zwei Chats tauschen immer wieder den Platz, es gibt nur einen.</translation>
    </message>
    <message>
        <source>No memory left</source>
        <translation>Kein Speicher frei</translation>
    </message>
    <message>
        <source>The PC has no memory to spare, so nothing is parked.</source>
        <translation>Der PC hat keinen Speicher übrig, darum wird nichts geparkt.</translation>
    </message>
    <message>
        <source>Parked on disk</source>
        <translation>Auf der Platte geparkt</translation>
    </message>
    <message>
        <source>Chats come back from the disk, at their end and at earlier messages.</source>
        <translation>Chats kommen von der Platte zurück, an ihrem Ende und bei früheren Nachrichten.</translation>
    </message>
    <message>
        <source>In memory and on disk</source>
        <translation>Im Speicher und auf der Platte</translation>
    </message>
    <message>
        <source>Some chats are parked in memory, others on the disk.</source>
        <translation>Manche Chats sind im Speicher geparkt, andere auf der Platte.</translation>
    </message>
    <message>
        <source>Starting again</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>Strata is closed and opened between the messages.</source>
        <translation>Strata wird zwischen den Nachrichten geschlossen und geöffnet.</translation>
    </message>
</context>
<context>
    <name>DateGroup</name>
    <message>
        <source>Temporary</source>
        <translation>Temporär</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
</context>
<context>
    <name>DownloadTexts</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 refused the download (%2).</source>
        <translation>%1 verweigerte den Download (%2).</translation>
    </message>
    <message>
        <source>Its terms may have to be accepted there first.</source>
        <translation>Vielleicht müssen dort erst die Bedingungen angenommen werden.</translation>
    </message>
    <message>
        <source>This version of the model is no longer there.</source>
        <translation>Diese Fassung des Modells gibt es dort nicht mehr.</translation>
    </message>
    <message>
        <source>%1 does not have %2 free. It has %3.</source>
        <translation>Auf %1 sind keine %2 frei. Dort sind %3 frei.</translation>
    </message>
    <message>
        <source>%1 is almost full, so the download is paused at %2. Nothing is lost.</source>
        <translation>%1 ist fast voll, daher ruht der Download bei %2. Nichts ist verloren.</translation>
    </message>
    <message>
        <source>The drive with the model (%1) is not connected.</source>
        <translation>Das Laufwerk mit dem Modell (%1) ist nicht angeschlossen.</translation>
    </message>
    <message>
        <source>The same piece arrived damaged three times. This is often a failing disk or memory.</source>
        <translation>Derselbe Teil kam dreimal beschädigt an. Oft liegt das an einer sterbenden Platte oder an fehlerhaftem Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>%1 uses FAT32, which cannot hold files over 4 GB.</source>
        <translation>%1 benutzt FAT32, das keine Dateien über 4 GB aufnimmt.</translation>
    </message>
    <message>
        <source>%1 is in use by another program (often a virus scanner).</source>
        <translation>%1 wird von einem anderen Programm benutzt (oft einem Virenscanner).</translation>
    </message>
    <message>
        <source>The folder name cannot be used on this system (%1).</source>
        <translation>Der Ordnername ist auf diesem System nicht erlaubt (%1).</translation>
    </message>
    <message>
        <source>The system refused to write to %1 (%2).</source>
        <translation>Das System ließ nicht in %1 schreiben (%2).</translation>
    </message>
    <message>
        <source>about %1 s</source>
        <translation>etwa %1 s</translation>
    </message>
    <message>
        <source>about %1 min</source>
        <translation>etwa %1 min</translation>
    </message>
    <message>
        <source>about %1 h</source>
        <translation>etwa %1 h</translation>
    </message>
    <message>
        <source>next try in %1 s</source>
        <translation>nächster Versuch in %1 s</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>Downloading: %1, %2, %3 left</source>
        <translation>Lädt herunter: %1, %2, noch %3</translation>
    </message>
    <message>
        <source>Checking: %1</source>
        <translation>Prüft: %1</translation>
    </message>
    <message>
        <source>Download waits: %1, %2</source>
        <translation>Download wartet: %1, %2</translation>
    </message>
    <message>
        <source>Download paused: %1</source>
        <translation>Download angehalten: %1</translation>
    </message>
    <message>
        <source>Download stopped: %1</source>
        <translation>Download abgebrochen: %1</translation>
    </message>
    <message>
        <source>Download begins: %1</source>
        <translation>Download beginnt: %1</translation>
    </message>
    <message>
        <source>Download finished: %1</source>
        <translation>Download fertig: %1</translation>
    </message>
    <message>
        <source>All files are there.</source>
        <translation>Alle Dateien sind da.</translation>
    </message>
    <message>
        <source>File %1 of %2: %3</source>
        <translation>Datei %1 von %2: %3</translation>
    </message>
    <message>
        <source>%1 (not independently checked)</source>
        <translation>%1 (nicht unabhängig geprüft)</translation>
    </message>
    <message>
        <source>No internet connection. The download continues by itself when it is back. Next try in %1 s.</source>
        <translation>Keine Internetverbindung. Der Download geht von selbst weiter, wenn sie wieder da ist. Nächster Versuch in %1 s.</translation>
    </message>
    <message>
        <source>The server sends nothing at the moment. Next try in %1 s.</source>
        <translation>Der Server sendet zurzeit nichts. Nächster Versuch in %1 s.</translation>
    </message>
    <message>
        <source>Your network needs a proxy that did not accept us (%1).</source>
        <translation>Ihr Netz verlangt einen Proxy, und der ließ uns nicht durch (%1).</translation>
    </message>
    <message>
        <source>The connection is not secure (%1). Nothing was downloaded.</source>
        <translation>Die Verbindung ist nicht sicher (%1). Es wurde nichts heruntergeladen.</translation>
    </message>
    <message>
        <source>The network answered with a web page instead of the model. Do you need to log in to this Wi-Fi?</source>
        <translation>Das Netz antwortete mit einer Webseite statt mit dem Modell. Müssen Sie sich in diesem WLAN anmelden?</translation>
    </message>
    <message>
        <source>The model on the server was updated during the download.</source>
        <translation>Das Modell auf dem Server wurde während des Downloads erneuert.</translation>
    </message>
    <message>
        <source>A file does not match its fingerprint, so it cannot be used. Strata looks for the damaged parts and fetches only those.</source>
        <translation>Eine Datei passt nicht zu ihrem Fingerabdruck und ist daher nicht brauchbar. Strata sucht die beschädigten Teile und holt nur diese neu.</translation>
    </message>
</context>
<context>
    <name>Downloads</name>
    <message>
        <source>the file changed while it was copied</source>
        <translation>die Datei änderte sich, während sie kopiert wurde</translation>
    </message>
</context>
<context>
    <name>DropPreviewText</name>
    <message>
        <source>Add 1 picture</source>
        <translation>1 Bild hinzufügen</translation>
    </message>
    <message>
        <source>Add %1 pictures</source>
        <translation>%1 Bilder hinzufügen</translation>
    </message>
    <message>
        <source>Add 1 file</source>
        <translation>1 Datei hinzufügen</translation>
    </message>
    <message>
        <source>Add %1 files</source>
        <translation>%1 Dateien hinzufügen</translation>
    </message>
    <message>
        <source>Copy the picture itself and paste it</source>
        <translation>Das Bild selbst kopieren und einfügen</translation>
    </message>
    <message>
        <source>Insert text</source>
        <translation>Text einfügen</translation>
    </message>
    <message>
        <source>Cannot use: %1</source>
        <translation>Nicht brauchbar: %1</translation>
    </message>
</context>
<context>
    <name>EngineActivityText</name>
    <message>
        <source>%1 %2 %</source>
        <translation>%1 %2 %</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Lädt</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Liest</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>Schreibt %1</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Loading %1 of %2 GB</source>
        <translation>Lädt %1 von %2 GB</translation>
    </message>
    <message>
        <source>%1, about %2 s left</source>
        <translation>%1, noch etwa %2 s</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Freeing memory</source>
        <translation>Gibt Speicher frei</translation>
    </message>
    <message>
        <source>Needs restart</source>
        <translation>Neustart nötig</translation>
    </message>
</context>
<context>
    <name>EstimateText</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>wake the model %1</source>
        <translation>Modell wecken %1</translation>
    </message>
    <message>
        <source>bring this chat back %1</source>
        <translation>diesen Chat zurückholen %1</translation>
    </message>
    <message>
        <source>read 1 new piece %1</source>
        <translation>1 neues Stück lesen %1</translation>
    </message>
    <message>
        <source>read %1 new pieces %2</source>
        <translation>%1 neue Stücke lesen %2</translation>
    </message>
    <message>
        <source> + </source>
        <translation> + </translation>
    </message>
    <message>
        <source>waits for the answer that is being written</source>
        <translation>wartet auf die Antwort, die gerade geschrieben wird</translation>
    </message>
    <message>
        <source>time not known yet</source>
        <translation>Zeit noch nicht bekannt</translation>
    </message>
    <message>
        <source>first word in %1</source>
        <translation>erstes Wort in %1</translation>
    </message>
    <message>
        <source>This takes longer than expected.</source>
        <translation>Das dauert länger als erwartet.</translation>
    </message>
    <message>
        <source>First word in %1</source>
        <translation>Erstes Wort in %1</translation>
    </message>
    <message>
        <source>a moment</source>
        <translation>einem Augenblick</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>bis zu %1</translation>
    </message>
    <message>
        <source>This message needs %1 pieces; %2 are left.</source>
        <translation>Diese Nachricht braucht %1 Stücke; %2 sind übrig.</translation>
    </message>
    <message>
        <source>1 piece</source>
        <translation>1 Stück</translation>
    </message>
    <message>
        <source>%1 pieces</source>
        <translation>%1 Stücke</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1, getting full</source>
        <translation>%1, wird voll</translation>
    </message>
    <message>
        <source>Space for %1 more pieces, getting full</source>
        <translation>Platz für %1 weitere Stücke, wird voll</translation>
    </message>
    <message>
        <source>Space for %1 more pieces</source>
        <translation>Platz für %1 weitere Stücke</translation>
    </message>
    <message>
        <source> · </source>
        <translation> · </translation>
    </message>
    <message>
        <source>The time shown before sending was right for %1 of the last %2 messages (within 30 %).</source>
        <translation>Die vor dem Senden gezeigte Zeit stimmte bei %1 der letzten %2 Nachrichten (auf 30 % genau).</translation>
    </message>
    <message>
        <source>instantly</source>
        <translation>sofort</translation>
    </message>
</context>
<context>
    <name>FolderCheck</name>
    <message>
        <source>a cloud service</source>
        <translation>ein Cloud-Dienst</translation>
    </message>
    <message>
        <source>it does not say where it is</source>
        <translation>er sagt nicht, wo er liegt</translation>
    </message>
    <message>
        <source>it has a character that no name may have</source>
        <translation>er enthält ein Zeichen, das in keinem Namen erlaubt ist</translation>
    </message>
    <message>
        <source>there is a file of that name</source>
        <translation>es gibt eine Datei dieses Namens</translation>
    </message>
    <message>
        <source>Windows does not allow “%1”</source>
        <translation>Windows erlaubt „%1“ nicht</translation>
    </message>
    <message>
        <source>the folder cannot be made</source>
        <translation>der Ordner lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>The folder name cannot be used on this system (%1).</source>
        <translation>Der Ordnername ist auf diesem System nicht erlaubt (%1).</translation>
    </message>
    <message>
        <source>This is the program&apos;s own folder. An update would remove the model with it.</source>
        <translation>Das ist der Ordner des Programms selbst. Eine Aktualisierung würde das Modell mit entfernen.</translation>
    </message>
    <message>
        <source>The system empties this folder by itself. The model would be gone.</source>
        <translation>Das System leert diesen Ordner von selbst. Das Modell wäre weg.</translation>
    </message>
    <message>
        <source>This folder is copied to a cloud (%1). The model is too large for that.</source>
        <translation>Dieser Ordner wird in eine Cloud kopiert (%1). Dafür ist das Modell zu groß.</translation>
    </message>
    <message>
        <source>Drive %1 uses FAT32, which cannot hold files over 4 GB.</source>
        <translation>Laufwerk %1 benutzt FAT32, das keine Dateien über 4 GB aufnimmt.</translation>
    </message>
    <message>
        <source>Drive %1 can only be read.</source>
        <translation>Laufwerk %1 kann nur gelesen werden.</translation>
    </message>
    <message>
        <source>The system refused to write to %1 (%2).</source>
        <translation>Das System ließ nicht in %1 schreiben (%2).</translation>
    </message>
    <message>
        <source>This folder is on the network. Loading depends on its speed, and nothing works without it.</source>
        <translation>Dieser Ordner liegt im Netz. Das Laden hängt von dessen Tempo ab, und ohne das Netz geht nichts.</translation>
    </message>
    <message>
        <source>This drive can be unplugged. The model works only while it is connected.</source>
        <translation>Dieses Laufwerk lässt sich abziehen. Das Modell läuft nur, solange es angeschlossen ist.</translation>
    </message>
    <message>
        <source>This is a hard disk. The first start takes minutes longer than from an SSD.</source>
        <translation>Das ist eine Festplatte. Der erste Start dauert Minuten länger als von einer SSD.</translation>
    </message>
</context>
<context>
    <name>FolderClaimText</name>
    <message>
        <source>Strata Desktop</source>
        <translation>Strata Desktop</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Strata is already running for this user.</source>
        <translation>Strata läuft für diesen Benutzer bereits.</translation>
    </message>
    <message>
        <source>The data folder is in use by another user or PC.</source>
        <translation>Der Datenordner wird von einem anderen Benutzer oder PC benutzt.</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
</context>
<context>
    <name>ImportWords</name>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Belongs to %1 and is whole. %2</source>
        <translation>Gehört zu %1 und ist vollständig. %2</translation>
    </message>
    <message>
        <source>Other size</source>
        <translation>Andere Größe</translation>
    </message>
    <message>
        <source>Is whole and belongs to %1, not to %2. %3</source>
        <translation>Ist vollständig und gehört zu %1, nicht zu %2. %3</translation>
    </message>
    <message>
        <source>Differs</source>
        <translation>Weicht ab</translation>
    </message>
    <message>
        <source>Is as long as a file of %1, but has another content: it is damaged, or an older version.</source>
        <translation>Ist so lang wie eine Datei von %1, hat aber einen anderen Inhalt: Sie ist beschädigt oder eine ältere Fassung.</translation>
    </message>
    <message>
        <source>Not whole</source>
        <translation>Unvollständig</translation>
    </message>
    <message>
        <source>Begins as a model file and does not go on as one: an unfinished download, or damaged (%1).</source>
        <translation>Beginnt wie eine Modelldatei, geht aber nicht so weiter: ein unfertiger Download, oder beschädigt (%1).</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Is a whole model file, of a model or version that is not in the list. %1</source>
        <translation>Ist eine vollständige Modelldatei, von einem Modell oder einer Fassung, die nicht in der Liste steht. %1</translation>
    </message>
    <message>
        <source>Is a whole model file (“%1”), of a model or version that is not in the list. %2</source>
        <translation>Ist eine vollständige Modelldatei („%1“), von einem Modell oder einer Fassung, die nicht in der Liste steht. %2</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>Is no model file.</source>
        <translation>Ist keine Modelldatei.</translation>
    </message>
    <message>
        <source>%1 could not be taken. %2</source>
        <translation>%1 konnte nicht übernommen werden. %2</translation>
    </message>
</context>
<context>
    <name>LicenceSummary</name>
    <message>
        <source>Free to use, also commercially. Offering the model as a hosted service needs a separate licence. Above 100 million monthly users or US$ 20 million revenue a product must show the model&apos;s name.</source>
        <translation>Frei nutzbar, auch geschäftlich. Wer das Modell als Dienst im Netz anbietet, braucht eine eigene Lizenz. Ab 100 Millionen monatlichen Nutzern oder 20 Millionen US-Dollar Umsatz muss ein Produkt den Namen des Modells zeigen.</translation>
    </message>
    <message>
        <source>The model card names the Apache License 2.0; the base model&apos;s licence may apply as well: free to use, also commercially. Offering the model as a hosted service needs a separate licence. Above 100 million monthly users or US$ 20 million revenue a product must show the model&apos;s name.</source>
        <translation>Die Beschreibung des Modells nennt die Apache-Lizenz 2.0; die Lizenz des Grundmodells kann ebenfalls gelten: frei nutzbar, auch geschäftlich. Wer das Modell als Dienst im Netz anbietet, braucht eine eigene Lizenz. Ab 100 Millionen monatlichen Nutzern oder 20 Millionen US-Dollar Umsatz muss ein Produkt den Namen des Modells zeigen.</translation>
    </message>
    <message>
        <source>Commercial use below US$ 1 million revenue. The publisher may ask for an account in which its terms were accepted. The base model&apos;s licence applies as well: free to use, also commercially. Offering the model as a hosted service needs a separate licence. Above 100 million monthly users or US$ 20 million revenue a product must show the model&apos;s name.</source>
        <translation>Geschäftlich nutzbar unter 1 Million US-Dollar Umsatz. Der Herausgeber kann ein Konto verlangen, in dem seine Bedingungen angenommen wurden. Die Lizenz des Grundmodells gilt ebenfalls: frei nutzbar, auch geschäftlich. Wer das Modell als Dienst im Netz anbietet, braucht eine eigene Lizenz. Ab 100 Millionen monatlichen Nutzern oder 20 Millionen US-Dollar Umsatz muss ein Produkt den Namen des Modells zeigen.</translation>
    </message>
</context>
<context>
    <name>MeterText</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>– GB</source>
        <translation>– GB</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>%1 of %2 new pieces</source>
        <translation>%1 von %2 neuen Stücken</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>on the whole answer</source>
        <translation>über die ganze Antwort</translation>
    </message>
    <message>
        <source>over the last 2 s</source>
        <translation>über die letzten 2 s</translation>
    </message>
    <message>
        <source>About %1 words/s, ×%2 your reading speed.</source>
        <translation>Etwa %1 Wörter/s, ×%2 Ihr Lesetempo.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 of %2 pieces</source>
        <translation>%1 von %2 Stücken</translation>
    </message>
    <message>
        <source>%1, almost full</source>
        <translation>%1, fast voll</translation>
    </message>
    <message>
        <source>%1, getting full</source>
        <translation>%1, wird voll</translation>
    </message>
    <message>
        <source>%1 on the card</source>
        <translation>%1 auf der Karte</translation>
    </message>
    <message>
        <source>%1 copied to the card, %2 by the processor; %3 read from disk</source>
        <translation>%1 auf die Karte kopiert, %2 vom Prozessor; %3 von der Platte gelesen</translation>
    </message>
    <message>
        <source>%1 ours</source>
        <translation>%1 Strata</translation>
    </message>
    <message>
        <source>%1 others, %2 free</source>
        <translation>%1 andere, %2 frei</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>%1 von %2 frei</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Chats are not parked on disk</source>
        <translation>Chats werden nicht auf der Platte geparkt</translation>
    </message>
    <message>
        <source>parked, of at most %1</source>
        <translation>geparkt, von höchstens %1</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>noch nicht</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Liest</translation>
    </message>
    <message>
        <source>First word</source>
        <translation>Erstes Wort</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreibt</translation>
    </message>
    <message>
        <source>Remembered</source>
        <translation>Gemerkt</translation>
    </message>
    <message>
        <source>Drafts accepted</source>
        <translation>Entwürfe angenommen</translation>
    </message>
    <message>
        <source>In mind</source>
        <translation>Im Gedächtnis</translation>
    </message>
    <message>
        <source>Hot parts</source>
        <translation>Heiße Teile</translation>
    </message>
    <message>
        <source>Graphics memory</source>
        <translation>Grafikspeicher</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Laufwerk</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>How fast the model reads what is new in your message (prefill). It reads all of it before it writes the first word.</source>
        <translation>Wie schnell das Modell das Neue in Ihrer Nachricht liest (Prefill). Es liest alles, bevor es das erste Wort schreibt.</translation>
    </message>
    <message>
        <source>From pressing Send to the first word on the screen (time to first token).</source>
        <translation>Vom Druck auf Senden bis zum ersten Wort auf dem Bildschirm (Time to First Token).</translation>
    </message>
    <message>
        <source>How fast the answer comes, in pieces of words (tokens). While it comes: over the last two seconds; afterwards: on the whole, without the wait for the first word.</source>
        <translation>Wie schnell die Antwort kommt, in Wortstücken (Tokens). Solange sie kommt: über die letzten zwei Sekunden; danach: im Ganzen, ohne das Warten auf das erste Wort.</translation>
    </message>
    <message>
        <source>How much of the chat the model did not have to read again for this message (prefix reuse).</source>
        <translation>Wie viel vom Chat das Modell für diese Nachricht nicht neu lesen musste (Prefix Reuse).</translation>
    </message>
    <message>
        <source>How many of the pieces that were guessed ahead turned out right (speculative decoding).</source>
        <translation>Wie viele der vorausgeratenen Stücke richtig waren (Speculative Decoding).</translation>
    </message>
    <message>
        <source>How much of what the model can keep in mind at once is used by the chat that it has open (context length). When it is full, the model can take no further message in this chat.</source>
        <translation>Wie viel von dem, was sich das Modell auf einmal merken kann, der offene Chat belegt (Kontextlänge). Ist es voll, nimmt das Modell in diesem Chat keine Nachricht mehr an.</translation>
    </message>
    <message>
        <source>Where the work of the model&apos;s many parts (experts) was done.</source>
        <translation>Wo die Arbeit der vielen Teile des Modells (Experten) getan wurde.</translation>
    </message>
    <message>
        <source>What the memory of the graphics card is used for (VRAM).</source>
        <translation>Wofür der Speicher der Grafikkarte benutzt wird (VRAM).</translation>
    </message>
    <message>
        <source>How much of this PC&apos;s memory Strata uses, model included, and how much other programs could have (RAM).</source>
        <translation>Wie viel Arbeitsspeicher dieses PCs Strata samt Modell benutzt und wie viel andere Programme haben könnten (RAM).</translation>
    </message>
    <message>
        <source>How much room parked chats take on the disk, and how much they may take.</source>
        <translation>Wie viel Platz geparkte Chats auf der Platte belegen und belegen dürfen.</translation>
    </message>
    <message>
        <source>Whether the check found that keeping chats in memory and on disk changes no answer.</source>
        <translation>Ob die Prüfung ergab, dass das Aufbewahren von Chats im Speicher und auf der Platte keine Antwort ändert.</translation>
    </message>
    <message>
        <source>Why does it take so long?</source>
        <translation>Warum dauert es so lange?</translation>
    </message>
    <message>
        <source>Why is this high?</source>
        <translation>Warum ist das viel?</translation>
    </message>
    <message>
        <source>Why “no” or “not yet”?</source>
        <translation>Warum „nein“ oder „noch nicht“?</translation>
    </message>
    <message>
        <source>Why is this low?</source>
        <translation>Warum ist das wenig?</translation>
    </message>
    <message>
        <source>Short messages are read less efficiently than long ones, and late parts of a long chat more slowly than early ones. Other programs that use the processor slow it down too.</source>
        <translation>Kurze Nachrichten werden weniger wirksam gelesen als lange, und späte Teile eines langen Chats langsamer als frühe. Auch andere Programme auf dem Prozessor bremsen.</translation>
    </message>
    <message>
        <source>Long messages, pictures and chats that the model has to read again take time before the first word; so does loading the model. A second message to the same chat is quicker.</source>
        <translation>Lange Nachrichten, Bilder und Chats, die das Modell neu lesen muss, brauchen Zeit bis zum ersten Wort; das Laden des Modells auch. Eine zweite Nachricht im selben Chat geht schneller.</translation>
    </message>
    <message>
        <source>The longer the chat, the more the model looks back at for every piece. Other programs that use the processor or the memory slow it down too. A smaller model size is faster.</source>
        <translation>Je länger der Chat, desto mehr sieht das Modell für jedes Stück zurück. Auch andere Programme auf Prozessor oder Speicher bremsen. Eine kleinere Modellgröße ist schneller.</translation>
    </message>
    <message>
        <source>Because %1.</source>
        <translation>Weil %1.</translation>
    </message>
    <message>
        <source>It is low for a new chat and for long messages: what is new is always read.</source>
        <translation>Bei neuen Chats und langen Nachrichten ist es wenig: Neues wird immer gelesen.</translation>
    </message>
    <message>
        <source>Text that is hard to foresee, such as poems or numbers, is hard to guess ahead.</source>
        <translation>Schwer vorhersehbarer Text wie Gedichte oder Zahlen lässt sich schlecht vorausraten.</translation>
    </message>
    <message>
        <source>Long chats, long documents and pictures fill it. A new chat begins empty; shortening an earlier message makes room. How much fits is set in Settings, Model and memory.</source>
        <translation>Lange Chats, lange Dokumente und Bilder füllen es. Ein neuer Chat beginnt leer; eine frühere Nachricht zu kürzen schafft Platz. Wie viel hineinpasst, steht in den Einstellungen unter Modell und Speicher.</translation>
    </message>
    <message>
        <source>With more graphics memory for Strata, more parts of the model fit on the card.</source>
        <translation>Mit mehr Grafikspeicher für Strata passen mehr Teile des Modells auf die Karte.</translation>
    </message>
    <message>
        <source>Parts of the model that are used often lie on the card. Free the graphics card to give it back.</source>
        <translation>Oft benutzte Teile des Modells liegen auf der Karte. Geben Sie die Grafikkarte frei, um ihn zurückzugeben.</translation>
    </message>
    <message>
        <source>The model itself lies in memory while it is loaded; most of it is given back at once when another program needs it. A smaller model size needs less.</source>
        <translation>Das Modell selbst liegt im Speicher, solange es geladen ist; das meiste wird sofort zurückgegeben, wenn ein anderes Programm es braucht. Eine kleinere Modellgröße braucht weniger.</translation>
    </message>
    <message>
        <source>Every long chat that was parked takes room. More ▸ Parked chats shows them and forgets them; the longest unused go first by themselves.</source>
        <translation>Jeder lange geparkte Chat braucht Platz. Mehr ▸ Geparkte Chats zeigt und vergisst sie; die am längsten unbenutzten gehen von selbst zuerst.</translation>
    </message>
    <message>
        <source>More ▸ Check compares answers with and without keeping chats. It takes a few minutes. If it says “no”, copy the details and report them.</source>
        <translation>Mehr ▸ Prüfung vergleicht Antworten mit und ohne Aufbewahren von Chats. Sie dauert einige Minuten. Sagt sie „nein“, kopieren Sie die Einzelheiten und melden Sie sie.</translation>
    </message>
</context>
<context>
    <name>ModelWords</name>
    <message>
        <source>Cancel loading the model</source>
        <translation>Laden des Modells abbrechen</translation>
    </message>
    <message>
        <source>Free the memory of the model</source>
        <translation>Speicher des Modells freigeben</translation>
    </message>
    <message>
        <source>Load the model</source>
        <translation>Modell laden</translation>
    </message>
</context>
<context>
    <name>ParkedText</name>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 KB</source>
        <translation>%1 KB</translation>
    </message>
    <message>
        <source>in memory</source>
        <translation>im Speicher</translation>
    </message>
    <message>
        <source>on disk</source>
        <translation>auf der Platte</translation>
    </message>
    <message>
        <source>in memory and on disk</source>
        <translation>im Speicher und auf der Platte</translation>
    </message>
    <message>
        <source>fine</source>
        <translation>in Ordnung</translation>
    </message>
    <message>
        <source>made with another model</source>
        <translation>mit einem anderen Modell gemacht</translation>
    </message>
    <message>
        <source>made with %1</source>
        <translation>mit %1 gemacht</translation>
    </message>
    <message>
        <source>made with other settings</source>
        <translation>mit anderen Einstellungen gemacht</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>in about %1</source>
        <translation>in etwa %1</translation>
    </message>
    <message>
        <source>%1 (reading again would take %2)</source>
        <translation>%1 (neu lesen würde %2 dauern)</translation>
    </message>
    <message>
        <source>Parked %1</source>
        <translation>Geparkt %1</translation>
    </message>
    <message>
        <source>comes back in %1</source>
        <translation>kommt %1 zurück</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
</context>
<context>
    <name>ProblemText</name>
    <message>
        <source>memory ran out</source>
        <translation>der Speicher ausging</translation>
    </message>
    <message>
        <source>the engine failed</source>
        <translation>das Rechenwerk versagte</translation>
    </message>
    <message>
        <source>There is no answer because the part that looks at pictures is not installed. Your message and its pictures are kept.</source>
        <translation>Es gibt keine Antwort, weil der Teil, der Bilder ansieht, nicht installiert ist. Ihre Nachricht und ihre Bilder bleiben erhalten.</translation>
    </message>
    <message>
        <source>What was written is kept.</source>
        <translation>Was geschrieben wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Your message is kept.</source>
        <translation>Ihre Nachricht bleibt erhalten.</translation>
    </message>
    <message>
        <source>The answer stopped because %1.</source>
        <translation>Die Antwort brach ab, weil %1.</translation>
    </message>
    <message>
        <source>There is no answer because %1.</source>
        <translation>Es gibt keine Antwort, weil %1.</translation>
    </message>
    <message>
        <source>The model could not be loaded (%1).</source>
        <translation>Das Modell konnte nicht geladen werden (%1).</translation>
    </message>
    <message>
        <source>The model that comes with the program is missing, so nothing can be answered. Please install the program again.</source>
        <translation>Das mitgelieferte Modell fehlt, daher kann nichts beantwortet werden. Bitte installieren Sie das Programm neu.</translation>
    </message>
    <message>
        <source>the model does not take a chat like this one</source>
        <translation>das Modell einen Chat wie diesen nicht annimmt</translation>
    </message>
    <message>
        <source>the processor or the graphics card cannot do what was asked</source>
        <translation>der Prozessor oder die Grafikkarte das Verlangte nicht kann</translation>
    </message>
    <message>
        <source>The model’s file is not there any more.</source>
        <translation>Die Datei des Modells ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The model’s file could not be read.</source>
        <translation>Die Datei des Modells ließ sich nicht lesen.</translation>
    </message>
    <message>
        <source>There is too little memory for this model.</source>
        <translation>Für dieses Modell ist zu wenig Arbeitsspeicher da.</translation>
    </message>
    <message>
        <source>The file is damaged, or it is no model.</source>
        <translation>Die Datei ist beschädigt oder kein Modell.</translation>
    </message>
    <message>
        <source>The file is of a kind that this version of Strata cannot use.</source>
        <translation>Mit Dateien dieser Art kann diese Version von Strata nichts anfangen.</translation>
    </message>
    <message>
        <source>This PC’s processor or graphics card cannot run this model.</source>
        <translation>Der Prozessor oder die Grafikkarte dieses PCs kann das Modell nicht ausführen.</translation>
    </message>
    <message>
        <source>The model could not be loaded.</source>
        <translation>Das Modell konnte nicht geladen werden.</translation>
    </message>
    <message>
        <source>This chat has reached what the model can keep in mind. Nothing was cut off.</source>
        <translation>Dieser Chat hat erreicht, was das Modell im Gedächtnis behalten kann. Nichts wurde abgeschnitten.</translation>
    </message>
    <message>
        <source>the other server gave none (%1)</source>
        <translation>der andere Server keine gab (%1)</translation>
    </message>
    <message>
        <source>a disk could not be read or written</source>
        <translation>ein Laufwerk nicht gelesen oder beschrieben werden konnte</translation>
    </message>
    <message>
        <source>no model is loaded, or a file of the model or a picture is not there any more</source>
        <translation>kein Modell geladen ist oder eine Datei des Modells oder ein Bild nicht mehr da ist</translation>
    </message>
    <message>
        <source>a file of the model or a picture is damaged</source>
        <translation>eine Datei des Modells oder ein Bild beschädigt ist</translation>
    </message>
    <message>
        <source>the model’s files do not belong together</source>
        <translation>die Dateien des Modells nicht zusammengehören</translation>
    </message>
    <message>
        <source>the model cannot do what was asked with these settings</source>
        <translation>das Modell mit diesen Einstellungen nicht kann, was verlangt war</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>The system refused to change what starts with the computer (%1).</source>
        <translation>Das System ließ nicht zu, zu ändern, was mit dem Computer startet (%1).</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
</context>
<context>
    <name>RememberedText</name>
    <message>
        <source>still open</source>
        <translation>noch offen</translation>
    </message>
    <message>
        <source>an earlier point</source>
        <translation>eine frühere Stelle</translation>
    </message>
    <message>
        <source>parked in memory</source>
        <translation>im Speicher geparkt</translation>
    </message>
    <message>
        <source>parked on disk</source>
        <translation>auf der Platte geparkt</translation>
    </message>
    <message>
        <source>nothing remembered</source>
        <translation>nichts gemerkt</translation>
    </message>
    <message>
        <source>%1 % remembered</source>
        <translation>%1 % gemerkt</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>remembered –</source>
        <translation>gemerkt –</translation>
    </message>
    <message>
        <source>remembered %1 %, %2 of %3</source>
        <translation>gemerkt %1 %, %2 von %3</translation>
    </message>
    <message>
        <source>How much of the chat the model did not have to read again for this message (prefix reuse).</source>
        <translation>Wie viel vom Chat das Modell für diese Nachricht nicht neu lesen musste (Prefix Reuse).</translation>
    </message>
    <message>
        <source>Why is this low? Because %1.</source>
        <translation>Warum so wenig? Weil %1.</translation>
    </message>
    <message>
        <source>Why is this low? The model had not seen this chat before.</source>
        <translation>Warum so wenig? Das Modell hatte diesen Chat noch nicht gesehen.</translation>
    </message>
    <message>
        <source>It is low for a new chat and for long messages: what is new is always read.</source>
        <translation>Bei neuen Chats und langen Nachrichten ist es wenig: Neues wird immer gelesen.</translation>
    </message>
    <message>
        <source>%1 of %2 pieces were remembered, %3 were read.</source>
        <translation>%1 von %2 Stücken waren gemerkt, %3 wurden gelesen.</translation>
    </message>
    <message>
        <source>%1 were brought back in %2.</source>
        <translation>%1 wurden in %2 zurückgeholt.</translation>
    </message>
    <message>
        <source>Not more because %1.</source>
        <translation>Nicht mehr, weil %1.</translation>
    </message>
    <message>
        <source>the model had not seen this chat before</source>
        <translation>das Modell diesen Chat noch nicht gesehen hatte</translation>
    </message>
    <message>
        <source>an earlier message was changed</source>
        <translation>eine frühere Nachricht geändert wurde</translation>
    </message>
    <message>
        <source>the instructions at the beginning were changed</source>
        <translation>die Anweisungen am Anfang geändert wurden</translation>
    </message>
    <message>
        <source>the thinking of an earlier answer was left out</source>
        <translation>die Gedanken einer früheren Antwort weggelassen wurden</translation>
    </message>
    <message>
        <source>the same text was cut into other pieces</source>
        <translation>derselbe Text in andere Stücke zerlegt wurde</translation>
    </message>
    <message>
        <source>a picture was changed</source>
        <translation>ein Bild geändert wurde</translation>
    </message>
    <message>
        <source>reading was stopped half-way the last time</source>
        <translation>das Lesen beim letzten Mal mittendrin angehalten wurde</translation>
    </message>
    <message>
        <source>other chats needed the room</source>
        <translation>andere Chats den Platz brauchten</translation>
    </message>
    <message>
        <source>the parked file was damaged</source>
        <translation>die geparkte Datei beschädigt war</translation>
    </message>
    <message>
        <source>the parked file was made with another model or other settings</source>
        <translation>die geparkte Datei mit einem anderen Modell oder anderen Einstellungen gemacht wurde</translation>
    </message>
    <message>
        <source>Read 1 piece again because %1</source>
        <translation>1 Stück neu gelesen, weil %1</translation>
    </message>
    <message>
        <source>Read %1 pieces again because %2</source>
        <translation>%1 Stücke neu gelesen, weil %2</translation>
    </message>
</context>
<context>
    <name>ServerExampleText</name>
    <message>
        <source>Address (base URL): %1/v1
Key (API key): %2
Model: %3</source>
        <translation>Adresse (Base URL): %1/v1
Schlüssel (API key): %2
Modell: %3</translation>
    </message>
    <message>
        <source>Apps that speak OpenAI’s protocol</source>
        <translation>Programme mit OpenAI-Protokoll</translation>
    </message>
    <message>
        <source>Enter these in the app’s settings, where it asks for an own or compatible server.</source>
        <translation>Tragen Sie dies in den Einstellungen des Programms ein, wo es nach einem eigenen oder kompatiblen Server fragt.</translation>
    </message>
    <message>
        <source>Paste this into a terminal.</source>
        <translation>Fügen Sie dies in ein Terminal ein.</translation>
    </message>
    <message>
        <source>Paste this into the file %1.</source>
        <translation>Fügen Sie dies in die Datei %1 ein.</translation>
    </message>
    <message>
        <source>Paste this into the file opencode.json of your project.</source>
        <translation>Fügen Sie dies in die Datei opencode.json Ihres Projekts ein.</translation>
    </message>
</context>
<context>
    <name>ServerText</name>
    <message>
        <source>The model answers you</source>
        <translation>Das Modell antwortet Ihnen</translation>
    </message>
    <message>
        <source>A request waits</source>
        <translation>Eine Anfrage wartet</translation>
    </message>
    <message>
        <source>The model is loaded for a request</source>
        <translation>Das Modell wird für eine Anfrage geladen</translation>
    </message>
    <message>
        <source>The model reads a request</source>
        <translation>Das Modell liest eine Anfrage</translation>
    </message>
    <message>
        <source>The model thinks about a request</source>
        <translation>Das Modell denkt über eine Anfrage nach</translation>
    </message>
    <message>
        <source>The model writes an answer</source>
        <translation>Das Modell schreibt eine Antwort</translation>
    </message>
    <message>
        <source>Port %1 is used by another program.</source>
        <translation>Port %1 wird von einem anderen Programm benutzt.</translation>
    </message>
    <message>
        <source>Port %1 is used by %2.</source>
        <translation>Port %1 wird von %2 benutzt.</translation>
    </message>
    <message>
        <source>The system does not let Strata use port %1.</source>
        <translation>Das System lässt Strata den Port %1 nicht benutzen.</translation>
    </message>
    <message>
        <source>The server for other apps could not be started (%1).</source>
        <translation>Der Server für andere Programme konnte nicht gestartet werden (%1).</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 nehmen</translation>
    </message>
    <message>
        <source>Other apps cannot use the model.</source>
        <translation>Andere Programme können das Modell nicht benutzen.</translation>
    </message>
    <message>
        <source>Is being started…</source>
        <translation>Wird gestartet …</translation>
    </message>
    <message>
        <source>Apps on this PC and other devices in your network can use the model.</source>
        <translation>Programme auf diesem PC und andere Geräte in Ihrem Netz können das Modell benutzen.</translation>
    </message>
    <message>
        <source>Apps on this PC can use the model.</source>
        <translation>Programme auf diesem PC können das Modell benutzen.</translation>
    </message>
    <message>
        <source>No app is connected.</source>
        <translation>Kein Programm ist verbunden.</translation>
    </message>
    <message numerus="yes">
        <source>%n app(s) connected.</source>
        <translation>
            <numerusform>%n Programm verbunden.</numerusform>
            <numerusform>%n Programme verbunden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) waiting.</source>
        <translation>
            <numerusform>%n Anfrage wartet.</numerusform>
            <numerusform>%n Anfragen warten.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2.</translation>
    </message>
    <message numerus="yes">
        <source>%1 %2; %n more waiting.</source>
        <translation>
            <numerusform>%1 %2; %n weitere wartet.</numerusform>
            <numerusform>%1 %2; %n weitere warten.</numerusform>
        </translation>
    </message>
    <message>
        <source>It does not answer (%1).</source>
        <translation>Er antwortet nicht (%1).</translation>
    </message>
    <message>
        <source>It answers, but does not take this key.</source>
        <translation>Er antwortet, nimmt aber diesen Schlüssel nicht an.</translation>
    </message>
    <message>
        <source>It answers, but with error %1.</source>
        <translation>Er antwortet, aber mit Fehler %1.</translation>
    </message>
    <message>
        <source>It works, but there is no model yet that could answer.</source>
        <translation>Es geht, aber noch ist kein Modell da, das antworten könnte.</translation>
    </message>
    <message>
        <source>It works. The model is called “%1” there.</source>
        <translation>Es geht. Das Modell heißt dort „%1“.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Text to go on with</source>
        <translation>Text zum Fortsetzen</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Messages</translation>
    </message>
    <message>
        <source>Responses</source>
        <translation>Responses</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>done, with a task for the app</source>
        <translation>fertig, mit einer Aufgabe für das Programm</translation>
    </message>
    <message>
        <source>cut off at the length that the app wanted</source>
        <translation>beendet bei der Länge, die das Programm wollte</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>refused: too many were waiting</source>
        <translation>abgelehnt: zu viele warteten</translation>
    </message>
    <message>
        <source>refused: too long for the model</source>
        <translation>abgelehnt: zu lang für das Modell</translation>
    </message>
    <message>
        <source>refused: there is no model</source>
        <translation>abgelehnt: kein Modell vorhanden</translation>
    </message>
    <message>
        <source>refused: no model is called that</source>
        <translation>abgelehnt: kein Modell heißt so</translation>
    </message>
    <message>
        <source>refused: the model was still loading</source>
        <translation>abgelehnt: das Modell wurde noch geladen</translation>
    </message>
    <message>
        <source>failed: the model could not be loaded</source>
        <translation>gescheitert: das Modell konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>failed: the model broke down</source>
        <translation>gescheitert: das Modell ist abgestürzt</translation>
    </message>
    <message>
        <source>failed: the model stopped answering</source>
        <translation>gescheitert: das Modell antwortete nicht mehr</translation>
    </message>
    <message>
        <source>ended with the server</source>
        <translation>mit dem Server beendet</translation>
    </message>
    <message>
        <source>refused: the model cannot look at that</source>
        <translation>abgelehnt: das Modell kann sich das nicht ansehen</translation>
    </message>
    <message>
        <source>refused: %1</source>
        <translation>abgelehnt: %1</translation>
    </message>
</context>
<context>
    <name>SizeWords</name>
    <message>
        <source>Fast</source>
        <translation>Schnell</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Better</source>
        <translation>Besser</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Am besten</translation>
    </message>
    <message>
        <source>Coder</source>
        <translation>Coder</translation>
    </message>
    <message>
        <source>Swift %1</source>
        <translation>Swift %1</translation>
    </message>
    <message>
        <source>For programming, runs with 32 GB of memory, weaker at everything else.</source>
        <translation>Zum Programmieren, läuft mit 32 GB Arbeitsspeicher, in allem anderen schwächer.</translation>
    </message>
    <message>
        <source>Thinks shorter, better answers.</source>
        <translation>Denkt kürzer nach, bessere Antworten.</translation>
    </message>
    <message>
        <source>Thinks shorter.</source>
        <translation>Denkt kürzer nach.</translation>
    </message>
    <message>
        <source>The smallest and quickest.</source>
        <translation>Die kleinste und schnellste.</translation>
    </message>
    <message>
        <source>Slightly better answers, nearly as quick.</source>
        <translation>Etwas bessere Antworten, fast so schnell.</translation>
    </message>
    <message>
        <source>Clearly better answers, slower.</source>
        <translation>Deutlich bessere Antworten, langsamer.</translation>
    </message>
    <message>
        <source>As good as the original model, slowest.</source>
        <translation>So gut wie das ursprüngliche Modell, am langsamsten.</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Knapp</translation>
    </message>
    <message>
        <source>With a warning</source>
        <translation>Mit Warnung</translation>
    </message>
    <message>
        <source>Cannot run here</source>
        <translation>Läuft hier nicht</translation>
    </message>
    <message>
        <source>Close other large programs: it is made for %1 GB of memory, this PC has %2 GB.</source>
        <translation>Schließen Sie andere große Programme: Sie ist für %1 GB Arbeitsspeicher gemacht, dieser PC hat %2 GB.</translation>
    </message>
    <message>
        <source>Memory and graphics memory have to share it, so loading takes longer. %1 GB of memory would be enough.</source>
        <translation>Arbeitsspeicher und Grafikspeicher müssen sie sich teilen, daher dauert das Laden länger. %1 GB Arbeitsspeicher wären genug.</translation>
    </message>
    <message>
        <source>Uses nearly everything that this PC has; little else can run. %1 GB of memory would be enough.</source>
        <translation>Braucht fast alles, was dieser PC hat; wenig anderes kann daneben laufen. %1 GB Arbeitsspeicher wären genug.</translation>
    </message>
    <message>
        <source>A part of it stays on the disk and is read while it answers: slow. About %1 GB are held in memory.</source>
        <translation>Ein Teil bleibt auf der Platte und wird beim Antworten gelesen: langsam. Etwa %1 GB liegen im Speicher.</translation>
    </message>
    <message>
        <source>It is made for %1 GB of memory, this PC has %2 GB.</source>
        <translation>Sie ist für %1 GB Arbeitsspeicher gemacht, dieser PC hat %2 GB.</translation>
    </message>
    <message>
        <source>It computes on NVIDIA graphics cards only.</source>
        <translation>Sie rechnet nur auf NVIDIA-Grafikkarten.</translation>
    </message>
    <message>
        <source>Could not tell whether it fits.</source>
        <translation>Nicht feststellbar, ob sie passt.</translation>
    </message>
    <message>
        <source>%1 to %2 pieces of words per second (estimate; %3 were measured with %4)</source>
        <translation>%1 bis %2 Wortstücke je Sekunde (geschätzt; %3 wurden mit %4 gemessen)</translation>
    </message>
    <message>
        <source>– (not known for this PC)</source>
        <translation>– (für diesen PC nicht bekannt)</translation>
    </message>
    <message>
        <source>– (measured on this PC at the end)</source>
        <translation>– (wird am Ende auf diesem PC gemessen)</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>all %1 GB are already here</source>
        <translation>alle %1 GB sind schon hier</translation>
    </message>
    <message>
        <source>%1 GB more, %2 GB are already here</source>
        <translation>noch %1 GB, %2 GB sind schon hier</translation>
    </message>
    <message>
        <source>%1 K</source>
        <translation>%1 K</translation>
    </message>
</context>
<context>
    <name>SystemJudge</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Strata needs an NVIDIA graphics card and found %1. Without one it runs on the processor alone, much slower.</source>
        <translation>Strata braucht eine NVIDIA-Grafikkarte und fand %1. Ohne läuft es nur auf dem Prozessor, viel langsamer.</translation>
    </message>
    <message>
        <source>Strata needs an NVIDIA graphics card and found %1. Without one it cannot run.</source>
        <translation>Strata braucht eine NVIDIA-Grafikkarte und fand %1. Ohne kann es nicht laufen.</translation>
    </message>
    <message>
        <source>%1: could not tell what it can do, because its driver does not answer.</source>
        <translation>%1: nicht feststellbar, was sie kann, da ihr Treiber nicht antwortet.</translation>
    </message>
    <message>
        <source>%1 is too old for this program. It needs an RTX 20 card or newer.</source>
        <translation>%1 ist zu alt für dieses Programm. Es braucht eine RTX-20-Karte oder neuer.</translation>
    </message>
    <message>
        <source>%1: could not tell how much memory it has.</source>
        <translation>%1: nicht feststellbar, wie viel Speicher sie hat.</translation>
    </message>
    <message>
        <source>%1 has %2 GB of graphics memory. %3 GB is the least that helps.</source>
        <translation>%1 hat %2 GB Grafikspeicher. %3 GB ist das Mindeste, das hilft.</translation>
    </message>
    <message>
        <source>%1, %2 GB: works, slower.</source>
        <translation>%1, %2 GB: geht, langsamer.</translation>
    </message>
    <message>
        <source>%1, %2 GB.</source>
        <translation>%1, %2 GB.</translation>
    </message>
    <message>
        <source>This version of Strata does not use it yet and runs on the processor.</source>
        <translation>Diese Strata-Version benutzt sie noch nicht und läuft auf dem Prozessor.</translation>
    </message>
    <message>
        <source>No graphics driver of NVIDIA answers. Strata needs %1 or newer. Installing takes about 5 minutes.</source>
        <translation>Kein Grafiktreiber von NVIDIA antwortet. Strata braucht %1 oder neuer. Die Installation dauert etwa 5 Minuten.</translation>
    </message>
    <message>
        <source>Could not tell which graphics driver is installed.</source>
        <translation>Nicht feststellbar, welcher Grafiktreiber installiert ist.</translation>
    </message>
    <message>
        <source>The graphics driver is %1. Strata needs %2 or newer. Updating takes about 5 minutes.</source>
        <translation>Der Grafiktreiber ist %1. Strata braucht %2 oder neuer. Die Aktualisierung dauert etwa 5 Minuten.</translation>
    </message>
    <message>
        <source>Version %1 is new enough.</source>
        <translation>Version %1 ist neu genug.</translation>
    </message>
    <message>
        <source>Could not tell how much memory there is.</source>
        <translation>Nicht feststellbar, wie viel Arbeitsspeicher da ist.</translation>
    </message>
    <message>
        <source>This PC has %1 GB of memory. The smallest kind needs %2 GB.</source>
        <translation>Dieser PC hat %1 GB Arbeitsspeicher. Die kleinste Art braucht %2 GB.</translation>
    </message>
    <message>
        <source>%1 GB: enough for some sizes.</source>
        <translation>%1 GB: genug für einige Größen.</translation>
    </message>
    <message>
        <source>%1 GB.</source>
        <translation>%1 GB.</translation>
    </message>
    <message>
        <source>Could not tell how large Windows&apos; page file is.</source>
        <translation>Nicht feststellbar, wie groß die Auslagerungsdatei von Windows ist.</translation>
    </message>
    <message>
        <source>%1 GB, together with the memory enough.</source>
        <translation>%1 GB, zusammen mit dem Arbeitsspeicher genug.</translation>
    </message>
    <message>
        <source>Windows&apos; page file is %1 GB. Loading may fail; %2 GB is enough.</source>
        <translation>Die Auslagerungsdatei von Windows hat %1 GB. Das Laden kann scheitern; %2 GB genügen.</translation>
    </message>
    <message>
        <source>Press the Windows key and type “advanced system settings”. Under Performance press Settings, then the page Advanced, then Change below Virtual memory. Untick “Automatically manage”, choose a drive with room and Custom size, and type %1 in both boxes. Press Set, OK, and restart the PC.</source>
        <translation>Drücken Sie die Windows-Taste und tippen Sie „Erweiterte Systemeinstellungen“. Unter Leistung drücken Sie Einstellungen, dann die Seite Erweitert, dann Ändern unter Virtueller Arbeitsspeicher. Entfernen Sie den Haken bei „automatisch verwalten“, wählen Sie ein Laufwerk mit Platz und Benutzerdefinierte Größe, und tippen Sie %1 in beide Felder. Drücken Sie Festlegen, OK, und starten Sie den PC neu.</translation>
    </message>
    <message>
        <source>Could not tell how much memory is free.</source>
        <translation>Nicht feststellbar, wie viel Arbeitsspeicher frei ist.</translation>
    </message>
    <message>
        <source>%1 GB of memory is free now.</source>
        <translation>%1 GB Arbeitsspeicher sind jetzt frei.</translation>
    </message>
    <message>
        <source>%1 (%2 GB)</source>
        <translation>%1 (%2 GB)</translation>
    </message>
    <message>
        <source>Only %1 GB of memory is free; %2 needs %3.</source>
        <translation>Nur %1 GB Arbeitsspeicher sind frei; %2 braucht %3.</translation>
    </message>
    <message>
        <source>The biggest programs are %1.</source>
        <translation>Die größten Programme sind %1.</translation>
    </message>
    <message>
        <source>Could not tell how much room the disks have.</source>
        <translation>Nicht feststellbar, wie viel Platz die Laufwerke haben.</translation>
    </message>
    <message>
        <source>No disk has %1 GB free. Drive %2 has the most: %3 GB.</source>
        <translation>Kein Laufwerk hat %1 GB frei. Am meisten hat %2: %3 GB.</translation>
    </message>
    <message>
        <source>%1 is an SSD with %2 GB free.</source>
        <translation>%1 ist eine SSD mit %2 GB frei.</translation>
    </message>
    <message>
        <source>%1 has %2 GB free, but it is a hard disk: the first start takes minutes longer.</source>
        <translation>%1 hat %2 GB frei, ist aber eine Festplatte: Der erste Start dauert Minuten länger.</translation>
    </message>
    <message>
        <source>%1 has %2 GB free, but it is on the network: everything depends on its speed.</source>
        <translation>%1 hat %2 GB frei, liegt aber im Netz: Alles hängt von dessen Tempo ab.</translation>
    </message>
    <message>
        <source>%1 has %2 GB free. Could not tell whether it is an SSD.</source>
        <translation>%1 hat %2 GB frei. Nicht feststellbar, ob es eine SSD ist.</translation>
    </message>
    <message>
        <source>Could not tell what the processor can do.</source>
        <translation>Nicht feststellbar, was der Prozessor kann.</translation>
    </message>
    <message>
        <source>The processor lacks an instruction set (AVX2) that Strata needs.</source>
        <translation>Dem Prozessor fehlt ein Befehlssatz (AVX2), den Strata braucht.</translation>
    </message>
    <message>
        <source>It has what is needed, with %1 cores.</source>
        <translation>Er hat, was nötig ist, mit %1 Kernen.</translation>
    </message>
    <message>
        <source>%1, %2 cores.</source>
        <translation>%1, %2 Kerne.</translation>
    </message>
    <message>
        <source>Could not tell which system this is.</source>
        <translation>Nicht feststellbar, welches System das ist.</translation>
    </message>
    <message>
        <source>This version of Windows is too old. Windows 10 22H2 or newer is needed.</source>
        <translation>Dieses Windows ist zu alt. Nötig ist Windows 10 22H2 oder neuer.</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>Grafikkarte</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Windows page file</source>
        <translation>Windows-Auslagerungsdatei</translation>
    </message>
    <message>
        <source>Free memory now</source>
        <translation>Jetzt freier Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Laufwerk</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
</context>
<context>
    <name>TimesText</name>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>%1 pieces</source>
        <translation>%1 Stücke</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>short</source>
        <translation>kurz</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>long</source>
        <translation>lang</translation>
    </message>
    <message>
        <source>First word after</source>
        <translation>Erstes Wort nach</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>Thought for</source>
        <translation>Nachgedacht</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Gelesen</translation>
    </message>
    <message>
        <source>Remembered</source>
        <translation>Gemerkt</translation>
    </message>
    <message>
        <source>%1 of %2, %3 %</source>
        <translation>%1 von %2, %3 %</translation>
    </message>
    <message>
        <source>Brought back from</source>
        <translation>Zurückgeholt von</translation>
    </message>
    <message>
        <source>Bringing back took</source>
        <translation>Zurückholen dauerte</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Program version</source>
        <translation>Programmversion</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Liest</translation>
    </message>
    <message>
        <source>In mind afterwards</source>
        <translation>Danach im Gedächtnis</translation>
    </message>
</context>
<context>
    <name>TurnText</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Reading your message</source>
        <translation>Liest Ihre Nachricht</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>about %1 s left</source>
        <translation>noch etwa %1 s</translation>
    </message>
    <message>
        <source> · </source>
        <translation> · </translation>
    </message>
    <message>
        <source>First word at once</source>
        <translation>Erstes Wort sofort</translation>
    </message>
    <message>
        <source>First word after %1</source>
        <translation>Erstes Wort nach %1</translation>
    </message>
    <message>
        <source>1 piece</source>
        <translation>1 Stück</translation>
    </message>
    <message>
        <source>%1 pieces</source>
        <translation>%1 Stücke</translation>
    </message>
    <message>
        <source>%1 pieces/s</source>
        <translation>%1 Stücke/s</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation>Lädt das Modell</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>The model answered without a word</source>
        <translation>Das Modell antwortete ohne ein Wort</translation>
    </message>
    <message>
        <source>The answer reached its longest length</source>
        <translation>Die Antwort erreichte ihre größte Länge</translation>
    </message>
    <message>
        <source>Not answered yet</source>
        <translation>Noch nicht beantwortet</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Thinking… %1</source>
        <translation>Denkt nach … %1</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Nachgedacht</translation>
    </message>
    <message>
        <source>Thought for a moment</source>
        <translation>Kurz nachgedacht</translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation>%1 nachgedacht</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Strata</source>
        <translation>Strata</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>Will be sent when the model is ready, in about %1 s</source>
        <translation>Wird gesendet, wenn das Modell bereit ist, in etwa %1 s</translation>
    </message>
</context>
<context>
    <name>strata::app::FileImport</name>
    <message>
        <source>it is no file of the list</source>
        <translation>sie ist keine Datei der Liste</translation>
    </message>
    <message>
        <source>another file has this name</source>
        <translation>eine andere Datei trägt diesen Namen</translation>
    </message>
</context>
<context>
    <name>strata::app::FileTransfer</name>
    <message>
        <source>another file has this name</source>
        <translation>eine andere Datei trägt diesen Namen</translation>
    </message>
    <message>
        <source>its weights do not reach to its end</source>
        <translation>ihre Gewichte reichen nicht bis zu ihrem Ende</translation>
    </message>
</context>
<context>
    <name>strata::app::FolderMove</name>
    <message>
        <source>another file has the name %1</source>
        <translation>eine andere Datei heißt %1</translation>
    </message>
</context>
<context>
    <name>strata::app::HttpFetch</name>
    <message>
        <source>no byte came in time</source>
        <translation>es kam rechtzeitig kein Byte</translation>
    </message>
    <message>
        <source>%1 is no secure address</source>
        <translation>%1 ist keine sichere Adresse</translation>
    </message>
    <message>
        <source>%1 points to an address that is not secure</source>
        <translation>%1 verweist auf eine Adresse, die nicht sicher ist</translation>
    </message>
    <message>
        <source>%1 points from one address to the next without end</source>
        <translation>%1 verweist endlos von einer Adresse zur nächsten</translation>
    </message>
</context>
<context>
    <name>strata::app::RangeFetch</name>
    <message>
        <source>the connection ended early</source>
        <translation>die Verbindung endete zu früh</translation>
    </message>
</context>
<context>
    <name>strata::app::Settings</name>
    <message>
        <source>The settings were made by a newer version of Strata. What you change holds until this one is closed.</source>
        <translation>Die Einstellungen stammen von einer neueren Strata-Version. Was Sie ändern, gilt, bis diese geschlossen wird.</translation>
    </message>
</context>
<context>
    <name>strata::ui::AboutDialog</name>
    <message>
        <source>About Strata</source>
        <translation>Über Strata</translation>
    </message>
    <message>
        <source>Strata Desktop %1</source>
        <translation>Strata Desktop %1</translation>
    </message>
    <message>
        <source>A chat with a language model that runs on your own PC.</source>
        <translation>Ein Chat mit einem Sprachmodell, das auf Ihrem eigenen PC läuft.</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>Modell: %1</translation>
    </message>
    <message>
        <source>Strata is free software under the Apache License, version 2.0. It comes without any warranty.</source>
        <translation>Strata ist freie Software unter der Apache-Lizenz, Version 2.0. Es kommt ohne jede Gewährleistung.</translation>
    </message>
    <message>
        <source>It uses Qt %1 under the LGPL, version 3. Qt’s libraries are separate files that you may replace with your own.</source>
        <translation>Es benutzt Qt %1 unter der LGPL, Version 3. Die Bibliotheken von Qt sind eigene Dateien, die Sie durch Ihre ersetzen dürfen.</translation>
    </message>
    <message>
        <source>Parts by others</source>
        <translation>Teile von anderen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>download of a model</source>
        <translation>Herunterladen eines Modells</translation>
    </message>
    <message>
        <source>test of the connection</source>
        <translation>Prüfung der Verbindung</translation>
    </message>
    <message>
        <source>remote engine</source>
        <translation>entferntes Rechenwerk</translation>
    </message>
    <message>
        <source>link that was opened in the browser</source>
        <translation>Link, der im Browser geöffnet wurde</translation>
    </message>
    <message>
        <source>%1 requests</source>
        <translation>%1 Anfragen</translation>
    </message>
    <message>
        <source>%1 sent</source>
        <translation>%1 gesendet</translation>
    </message>
    <message>
        <source>%1 received</source>
        <translation>%1 empfangen</translation>
    </message>
    <message>
        <source>Offline: nothing left this PC in the last 30 days</source>
        <translation>Offline: In den letzten 30 Tagen hat nichts diesen PC verlassen</translation>
    </message>
    <message>
        <source>What left this PC in the last 30 days</source>
        <translation>Was diesen PC in den letzten 30 Tagen verlassen hat</translation>
    </message>
    <message>
        <source>and %1 older ones</source>
        <translation>und %1 ältere</translation>
    </message>
</context>
<context>
    <name>strata::ui::Announcer</name>
    <message>
        <source>Answer finished, 1 word</source>
        <translation>Antwort fertig, 1 Wort</translation>
    </message>
    <message>
        <source>Answer finished, %1 words</source>
        <translation>Antwort fertig, %1 Wörter</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Liest</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Denkt nach</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreibt</translation>
    </message>
    <message>
        <source>Answer stopped</source>
        <translation>Antwort angehalten</translation>
    </message>
</context>
<context>
    <name>strata::ui::AnswerNotifier</name>
    <message>
        <source>The answer is there</source>
        <translation>Die Antwort ist da</translation>
    </message>
</context>
<context>
    <name>strata::ui::AnswerView</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answer now</source>
        <translation>Jetzt antworten</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
</context>
<context>
    <name>strata::ui::AttachmentChip</name>
    <message>
        <source>Show in box</source>
        <translation>Ins Textfeld setzen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Enter opens it, Delete removes it, Alt with an arrow key moves it.</source>
        <translation>Die Eingabetaste öffnet, Entf entfernt, Alt mit einer Pfeiltaste verschiebt.</translation>
    </message>
</context>
<context>
    <name>strata::ui::AttachmentDesk</name>
    <message>
        <source>This is only the address of a picture, which Strata does not fetch. Copy the picture itself and paste it.</source>
        <translation>Das ist nur die Adresse eines Bildes, das Strata nicht holt. Kopieren Sie das Bild selbst und fügen Sie es ein.</translation>
    </message>
    <message>
        <source>A message can have up to %1 pictures. The others were left out.</source>
        <translation>Eine Nachricht kann bis zu %1 Bilder haben. Die übrigen wurden weggelassen.</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>Anhängen</translation>
    </message>
    <message>
        <source>Pictures and text</source>
        <translation>Bilder und Text</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>strata::ui::BranchSwitch</name>
    <message>
        <source>Version before</source>
        <translation>Vorige Fassung</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Nächste Fassung</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>Fassung %1</translation>
    </message>
</context>
<context>
    <name>strata::ui::ChatBanner</name>
    <message>
        <source>Temporary chat: it is written nowhere, and gone when you delete it or close Strata.</source>
        <translation>Temporärer Chat: Er wird nirgends gespeichert und ist weg, wenn Sie ihn löschen oder Strata schließen.</translation>
    </message>
    <message>
        <source>Instructions: %1</source>
        <translation>Anweisungen: %1</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern …</translation>
    </message>
</context>
<context>
    <name>strata::ui::ChatController</name>
    <message>
        <source>%1 (branch)</source>
        <translation>%1 (Abzweig)</translation>
    </message>
    <message>
        <source>The message and what followed it were deleted.</source>
        <translation>Die Nachricht und alles danach wurde gelöscht.</translation>
    </message>
    <message>
        <source>The answer and what followed it were deleted.</source>
        <translation>Die Antwort und alles danach wurde gelöscht.</translation>
    </message>
    <message>
        <source>“%1” was deleted.</source>
        <translation>„%1“ wurde gelöscht.</translation>
    </message>
    <message>
        <source>%1 chats were deleted.</source>
        <translation>%1 Chats wurden gelöscht.</translation>
    </message>
    <message>
        <source>It stays in the bin for %1 days.</source>
        <translation>Er bleibt %1 Tage im Papierkorb.</translation>
    </message>
    <message>
        <source>They stay in the bin for %1 days.</source>
        <translation>Sie bleiben %1 Tage im Papierkorb.</translation>
    </message>
    <message>
        <source>The chat goes on from here. What followed is kept.</source>
        <translation>Der Chat geht von hier aus weiter. Was folgte, bleibt erhalten.</translation>
    </message>
    <message>
        <source>What we have talked about so far:

%1

%2</source>
        <translation>Worüber wir bisher gesprochen haben:

%1

%2</translation>
    </message>
</context>
<context>
    <name>strata::ui::ChatLibrary</name>
    <message>
        <source>%1 (copy)</source>
        <translation>%1 (Kopie)</translation>
    </message>
</context>
<context>
    <name>strata::ui::ChatList</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>More about chats</source>
        <translation>Mehr zu Chats</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>Neuer Chat (Strg+N)</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>Chats durchsuchen</translation>
    </message>
    <message>
        <source>Search (Ctrl+K)</source>
        <translation>Suchen (Strg+K)</translation>
    </message>
    <message>
        <source>Nothing found for “%1”.</source>
        <translation>Nichts gefunden für „%1“.</translation>
    </message>
    <message>
        <source>New temporary chat</source>
        <translation>Neuer temporärer Chat</translation>
    </message>
    <message>
        <source>Is never stored and is gone when you close it</source>
        <translation>Wird nie gespeichert und ist weg, wenn Sie ihn schließen</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>Chats importieren …</translation>
    </message>
    <message>
        <source>Export all chats…</source>
        <translation>Alle Chats exportieren …</translation>
    </message>
    <message>
        <source>Delete all chats…</source>
        <translation>Alle Chats löschen …</translation>
    </message>
</context>
<context>
    <name>strata::ui::ChatListController</name>
    <message>
        <source>The chat was written to %1.</source>
        <translation>Der Chat wurde nach %1 geschrieben.</translation>
    </message>
    <message>
        <source>%1 chats were written to %2.</source>
        <translation>%1 Chats wurden nach %2 geschrieben.</translation>
    </message>
    <message>
        <source>That did not work (%1). Your chats are as they were.</source>
        <translation>Das ging nicht (%1). Ihre Chats sind, wie sie waren.</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Chats importieren</translation>
    </message>
    <message>
        <source>Exported chats (*.json);;All files (*)</source>
        <translation>Exportierte Chats (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Delete all chats</source>
        <translation>Alle Chats löschen</translation>
    </message>
    <message>
        <source>Delete your only chat?</source>
        <translation>Ihren einzigen Chat löschen?</translation>
    </message>
    <message>
        <source>Delete all %1 chats?</source>
        <translation>Alle %1 Chats löschen?</translation>
    </message>
    <message>
        <source>Now and for good, also what is in the bin</source>
        <translation>Sofort und endgültig, auch was im Papierkorb ist</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Nothing new was in the file.</source>
        <translation>In der Datei war nichts Neues.</translation>
    </message>
    <message>
        <source>Chats added: %1, messages added: %2.</source>
        <translation>Hinzugefügte Chats: %1, hinzugefügte Nachrichten: %2.</translation>
    </message>
    <message>
        <source>The file is damaged: %1 of %2 messages could be read.</source>
        <translation>Die Datei ist beschädigt: %1 von %2 Nachrichten waren lesbar.</translation>
    </message>
    <message>
        <source>Whole chats may be missing.</source>
        <translation>Ganze Chats können fehlen.</translation>
    </message>
    <message>
        <source>Pictures that are damaged: %1.</source>
        <translation>Beschädigte Bilder: %1.</translation>
    </message>
</context>
<context>
    <name>strata::ui::ChatListDelegate</name>
    <message>
        <source>Title of the chat</source>
        <translation>Titel des Chats</translation>
    </message>
</context>
<context>
    <name>strata::ui::ChatListModel</name>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>is being answered</source>
        <translation>wird beantwortet</translation>
    </message>
    <message>
        <source>unread answer</source>
        <translation>ungelesene Antwort</translation>
    </message>
    <message>
        <source>is not stored</source>
        <translation>wird nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>strata::ui::ChatListView</name>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Rename (F2)</source>
        <translation>Umbenennen (F2)</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Nicht mehr anheften</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>Oben anheften</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Export %1 chats…</source>
        <translation>%1 Chats exportieren …</translation>
    </message>
    <message>
        <source>Delete (Del)</source>
        <translation>Löschen (Entf)</translation>
    </message>
    <message>
        <source>Delete %1 chats (Del)</source>
        <translation>%1 Chats löschen (Entf)</translation>
    </message>
</context>
<context>
    <name>strata::ui::ChatPage</name>
    <message>
        <source>Enter sends, Shift+Enter begins a new line. What models say may be wrong.</source>
        <translation>Eingabe sendet, Umschalt+Eingabe beginnt eine neue Zeile. Was Modelle sagen, kann falsch sein.</translation>
    </message>
    <message>
        <source>Shift+Enter sends, Enter begins a new line. What models say may be wrong.</source>
        <translation>Umschalt+Eingabe sendet, Eingabe beginnt eine neue Zeile. Was Modelle sagen, kann falsch sein.</translation>
    </message>
    <message>
        <source>The part that looks at pictures is not installed, so the model would not see them. Nothing was sent.</source>
        <translation>Der Teil, der Bilder ansieht, ist nicht installiert, das Modell sähe sie also nicht. Es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>Send without pictures</source>
        <translation>Ohne Bilder senden</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message numerus="yes">
        <source>Waits for the answer to end: %n pictures</source>
        <translation>
            <numerusform>Wartet auf das Ende der Antwort: %n Bild</numerusform>
            <numerusform>Wartet auf das Ende der Antwort: %n Bilder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Waits for the answer to end: “%1” and %n pictures</source>
        <translation>
            <numerusform>Wartet auf das Ende der Antwort: „%1“ und %n Bild</numerusform>
            <numerusform>Wartet auf das Ende der Antwort: „%1“ und %n Bilder</numerusform>
        </translation>
    </message>
    <message>
        <source>Waits for the answer to end: “%1”</source>
        <translation>Wartet auf das Ende der Antwort: „%1“</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
</context>
<context>
    <name>strata::ui::ChatView</name>
    <message>
        <source>more below</source>
        <translation>unten geht es weiter</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Copy what is selected</source>
        <translation>Auswahl kopieren</translation>
    </message>
</context>
<context>
    <name>strata::ui::ChatsJoint</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>strata::ui::CheckDialog</name>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Plays made-up conversations with much parking and going back, and the same ones alone, and compares every piece. Your chats are not touched, but answers wait while a part of it runs.</source>
        <translation>Spielt erfundene Gespräche mit viel Parken und Zurückgehen durch, dieselben auch einzeln, und vergleicht jedes Stück. Ihre Chats bleiben unberührt, aber Antworten warten, während ein Teil davon läuft.</translation>
    </message>
    <message>
        <source>Parts of the check</source>
        <translation>Teile der Prüfung</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Prüft …</translation>
    </message>
    <message>
        <source>Not checked yet.</source>
        <translation>Noch nicht geprüft.</translation>
    </message>
    <message>
        <source>Last check, %1, %2: all answers were the same.</source>
        <translation>Letzte Prüfung, %1, %2: Alle Antworten waren gleich.</translation>
    </message>
    <message>
        <source>Last check, %1, %2: some answers differed.</source>
        <translation>Letzte Prüfung, %1, %2: Einige Antworten wichen ab.</translation>
    </message>
</context>
<context>
    <name>strata::ui::CheckLineRow</name>
    <message>
        <source>Show me how</source>
        <translation>Zeigen, wie es geht</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Gut</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>Geht</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Could not tell</source>
        <translation>Nicht feststellbar</translation>
    </message>
</context>
<context>
    <name>strata::ui::CheckNotice</name>
    <message>
        <source>The check is running. Your message is answered as soon as its present part is done.</source>
        <translation>Die Prüfung läuft. Ihre Nachricht wird beantwortet, sobald ihr jetziger Teil fertig ist.</translation>
    </message>
    <message>
        <source>Stop the check</source>
        <translation>Prüfung anhalten</translation>
    </message>
</context>
<context>
    <name>strata::ui::CheckRow</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>PASS</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>FAIL</source>
        <translation>FEHLER</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
</context>
<context>
    <name>strata::ui::CloseRule</name>
    <message>
        <source>Strata is still there</source>
        <translation>Strata ist noch da</translation>
    </message>
    <message>
        <source>You find it here. “Quit” in this menu ends it.</source>
        <translation>Sie finden es hier. „Beenden“ in diesem Menü beendet es.</translation>
    </message>
    <message>
        <source>Close Strata</source>
        <translation>Strata schließen</translation>
    </message>
    <message>
        <source>Should Strata go on in the tray when its window is closed? Answers and downloads then go on too. You can change this in the settings.</source>
        <translation>Soll Strata in der Taskleiste weiterlaufen, wenn sein Fenster geschlossen wird? Antworten und Downloads laufen dann ebenfalls weiter. Sie können das in den Einstellungen ändern.</translation>
    </message>
    <message>
        <source>Go on in the tray</source>
        <translation>In der Taskleiste weiterlaufen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>An answer is being written, or a temporary chat is open. If Strata quits now, the answer stops and the temporary chat is gone.</source>
        <translation>Eine Antwort wird geschrieben, oder ein vorübergehender Chat ist offen. Wenn Strata jetzt endet, bricht die Antwort ab, und der vorübergehende Chat ist weg.</translation>
    </message>
    <message>
        <source>Make the window small</source>
        <translation>Fenster klein machen</translation>
    </message>
</context>
<context>
    <name>strata::ui::Composer</name>
    <message>
        <source>Attach pictures or text files (Ctrl+O)</source>
        <translation>Bilder oder Textdateien anhängen (Strg+O)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Stop the answer (Esc)</source>
        <translation>Antwort anhalten (Esc)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>Senden (Eingabe)</translation>
    </message>
    <message>
        <source>Send (Shift+Enter)</source>
        <translation>Senden (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Hält an …</translation>
    </message>
</context>
<context>
    <name>strata::ui::ComposerEdit</name>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>Nachricht schreiben</translation>
    </message>
</context>
<context>
    <name>strata::ui::ContextJoint</name>
    <message>
        <source>The chat could not be summed up (%1). It is as it was.</source>
        <translation>Der Chat konnte nicht zusammengefasst werden (%1). Er ist, wie er war.</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>This chat has reached what the model can keep in mind. Nothing was cut off.</source>
        <translation>Dieser Chat hat erreicht, was sich das Modell merken kann. Nichts wurde abgeschnitten.</translation>
    </message>
    <message>
        <source>New chat with a summary</source>
        <translation>Neuer Chat mit Zusammenfassung</translation>
    </message>
    <message>
        <source>More memory…</source>
        <translation>Mehr Gedächtnis …</translation>
    </message>
    <message>
        <source>The model is summing up this chat. That can take a minute.</source>
        <translation>Das Modell fasst diesen Chat zusammen. Das kann eine Minute dauern.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>What we have talked about so far:

%1

</source>
        <translation>Worüber wir bisher gesprochen haben:

%1

</translation>
    </message>
    <message>
        <source>This chat has nearly reached what the model can keep in mind. Nothing is cut off.</source>
        <translation>Dieser Chat hat fast erreicht, was das Modell im Gedächtnis behalten kann. Nichts wird abgeschnitten.</translation>
    </message>
    <message>
        <source>Shorten the chat…</source>
        <translation>Chat kürzen …</translation>
    </message>
    <message>
        <source>it has one message only</source>
        <translation>er hat nur eine Nachricht</translation>
    </message>
    <message>
        <source>it was changed meanwhile</source>
        <translation>er wurde inzwischen geändert</translation>
    </message>
    <message>
        <source>I said: %1</source>
        <translation>Ich habe gesagt: %1</translation>
    </message>
    <message>
        <source>You answered: %1</source>
        <translation>Du hast geantwortet: %1</translation>
    </message>
</context>
<context>
    <name>strata::ui::CopyField</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy: %1</source>
        <translation>Kopieren: %1</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Show: %1</source>
        <translation>Anzeigen: %1</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>strata::ui::DiagnosticsDialog</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnose</translation>
    </message>
    <message>
        <source>This is all that would be saved, line by line: versions, hardware, settings and the newest lines of the log. It holds nothing of your chats and no names of your files, and nothing is sent.</source>
        <translation>Dies ist alles, was gespeichert würde, Zeile für Zeile: Versionen, Hardware, Einstellungen und die neuesten Zeilen des Protokolls. Es enthält nichts aus Ihren Chats und keine Namen Ihrer Dateien, und nichts wird gesendet.</translation>
    </message>
    <message>
        <source>What would be saved</source>
        <translation>Was gespeichert würde</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Save diagnostics</source>
        <translation>Diagnose speichern</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>It could not be saved (%1).</source>
        <translation>Es konnte nicht gespeichert werden (%1).</translation>
    </message>
</context>
<context>
    <name>strata::ui::DonePage</name>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Start with the computer</source>
        <translation>Mit dem Computer starten</translation>
    </message>
    <message>
        <source>Ask it something, for example:</source>
        <translation>Fragen Sie es etwas, zum Beispiel:</translation>
    </message>
    <message>
        <source>Explain to me how a refrigerator works, in five sentences.</source>
        <translation>Erkläre mir in fünf Sätzen, wie ein Kühlschrank funktioniert.</translation>
    </message>
    <message>
        <source>Write a friendly reply to a neighbour who is too loud in the evening.</source>
        <translation>Schreibe eine freundliche Antwort an einen Nachbarn, der abends zu laut ist.</translation>
    </message>
    <message>
        <source>What can I cook from rice, eggs and two tomatoes?</source>
        <translation>Was kann ich aus Reis, Eiern und zwei Tomaten kochen?</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Fertigstellen</translation>
    </message>
    <message>
        <source>Other apps may use it</source>
        <translation>Andere Programme dürfen es nutzen</translation>
    </message>
    <message>
        <source>Sample picture: apples and a cup on a table</source>
        <translation>Beispielbild: Äpfel und eine Tasse auf einem Tisch</translation>
    </message>
    <message>
        <source>How many apples are on this table, and what colour is the cup?</source>
        <translation>Wie viele Äpfel liegen auf diesem Tisch, und welche Farbe hat die Tasse?</translation>
    </message>
</context>
<context>
    <name>strata::ui::DownloadBar</name>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Details of the download</source>
        <translation>Einzelheiten zum Download</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Pause the download</source>
        <translation>Download anhalten</translation>
    </message>
    <message>
        <source>Resume the download</source>
        <translation>Download fortsetzen</translation>
    </message>
</context>
<context>
    <name>strata::ui::DownloadDialog</name>
    <message>
        <source>Downloaded</source>
        <translation>Heruntergeladen</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>Open browser</source>
        <translation>Browser öffnen</translation>
    </message>
    <message>
        <source>Other folder</source>
        <translation>Anderer Ordner</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>Limit speed</source>
        <translation>Tempo begrenzen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Download</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>%1 MB/s</source>
        <translation>%1 MB/s</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Checking %1 of what has arrived.</source>
        <translation>Prüft %1 von dem, was angekommen ist.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Pause the download</source>
        <translation>Download anhalten</translation>
    </message>
    <message>
        <source>Resume the download</source>
        <translation>Download fortsetzen</translation>
    </message>
    <message>
        <source>Remove, with what has arrived</source>
        <translation>Entfernen, samt dem, was angekommen ist</translation>
    </message>
    <message>
        <source>Use files from elsewhere…</source>
        <translation>Dateien von anderswo benutzen …</translation>
    </message>
    <message>
        <source>Proxy settings</source>
        <translation>Proxy-Einstellungen</translation>
    </message>
    <message>
        <source>Get the new one</source>
        <translation>Neue holen</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
</context>
<context>
    <name>strata::ui::DownloadPage</name>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Downloaded</source>
        <translation>Heruntergeladen</translation>
    </message>
    <message>
        <source>Start the download</source>
        <translation>Download beginnen</translation>
    </message>
    <message>
        <source>Other folder</source>
        <translation>Anderer Ordner</translation>
    </message>
    <message>
        <source>You can close this window and use the practice model meanwhile. The download goes on as long as Strata runs, and continues where it was after a restart.</source>
        <translation>Sie können dieses Fenster schließen und so lange das Übungsmodell benutzen. Der Download läuft weiter, solange Strata läuft, und geht nach einem Neustart weiter, wo er war.</translation>
    </message>
    <message>
        <source>%1 is here.</source>
        <translation>%1 ist da.</translation>
    </message>
    <message>
        <source>Fetching %1.</source>
        <translation>Holt %1.</translation>
    </message>
    <message>
        <source>%1 GB are to be fetched; %2 GB are free. With a fast line (100 Mbit/s) that takes %3.</source>
        <translation>%1 GB sind zu holen; %2 GB sind frei. Mit einer schnellen Leitung (100 Mbit/s) dauert das %3.</translation>
    </message>
    <message>
        <source>Looking at the folder…</source>
        <translation>Sieht sich den Ordner an …</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
</context>
<context>
    <name>strata::ui::DriveNotice</name>
    <message>
        <source>The drive with the model (%1) is not connected. Your chats are here, and nothing is forgotten.</source>
        <translation>Das Laufwerk mit dem Modell (%1) ist nicht angeschlossen. Ihre Chats sind da, und nichts ist vergessen.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Other folder</source>
        <translation>Anderer Ordner</translation>
    </message>
    <message>
        <source>The drive with the model (%1) is back.</source>
        <translation>Das Laufwerk mit dem Modell (%1) ist wieder da.</translation>
    </message>
    <message>
        <source>Load the model</source>
        <translation>Modell laden</translation>
    </message>
</context>
<context>
    <name>strata::ui::EmptyState</name>
    <message>
        <source>What would you like to try?</source>
        <translation>Was möchten Sie ausprobieren?</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>What is the capital of France?</source>
        <translation>What is the capital of France?</translation>
    </message>
    <message>
        <source>Please reverse this list: lamp, river, stone</source>
        <translation>Please reverse this list: lamp, river, stone</translation>
    </message>
    <message>
        <source>What is a checkpoint?</source>
        <translation>What is a checkpoint?</translation>
    </message>
    <message>
        <source>What is 17 + 25?</source>
        <translation>What is 17 + 25?</translation>
    </message>
    <message>
        <source>Send: %1</source>
        <translation>Senden: %1</translation>
    </message>
    <message>
        <source>Everything stays on this PC. The built-in practice model is tiny: it knows a few capitals, lists, sums and this program, and is often wrong about the rest.</source>
        <translation>Alles bleibt auf diesem PC. Das eingebaute Übungsmodell ist winzig: Es versteht Englisch, kennt ein paar Hauptstädte, Listen, Summen und dieses Programm und irrt sich sonst oft.</translation>
    </message>
    <message>
        <source>Everything stays on this PC.</source>
        <translation>Alles bleibt auf diesem PC.</translation>
    </message>
</context>
<context>
    <name>strata::ui::ExampleBox</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>App to connect</source>
        <translation>Programm, das verbunden werden soll</translation>
    </message>
    <message>
        <source>Text to paste</source>
        <translation>Text zum Einfügen</translation>
    </message>
    <message>
        <source>Copy the text, with the key</source>
        <translation>Den Text mit dem Schlüssel kopieren</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>strata::ui::ExportDialog</name>
    <message>
        <source>Markdown, for reading and for other programs</source>
        <translation>Markdown, zum Lesen und für andere Programme</translation>
    </message>
    <message>
        <source>Plain text</source>
        <translation>Reiner Text</translation>
    </message>
    <message>
        <source>Everything (JSON): pictures and all versions, to import later</source>
        <translation>Alles (JSON): Bilder und alle Fassungen, zum späteren Importieren</translation>
    </message>
    <message>
        <source>Also the thinking</source>
        <translation>Auch das Nachdenken</translation>
    </message>
    <message>
        <source>Export all chats</source>
        <translation>Alle Chats exportieren</translation>
    </message>
    <message>
        <source>Export chat</source>
        <translation>Chat exportieren</translation>
    </message>
    <message>
        <source>Export chats</source>
        <translation>Chats exportieren</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern als</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
</context>
<context>
    <name>strata::ui::FindBar</name>
    <message>
        <source>Match before (Shift+Enter)</source>
        <translation>Voriger Treffer (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>Nächster Treffer (Eingabe)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Find in this chat</source>
        <translation>In diesem Chat suchen</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Sucht …</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
</context>
<context>
    <name>strata::ui::FolderPage</name>
    <message>
        <source>Where should it be kept?</source>
        <translation>Wohin damit?</translation>
    </message>
    <message>
        <source>Choose another folder…</source>
        <translation>Anderen Ordner wählen …</translation>
    </message>
    <message>
        <source>I already have the files…</source>
        <translation>Ich habe die Dateien schon …</translation>
    </message>
    <message>
        <source>An SSD with much room is best. The folder is made when the download begins.</source>
        <translation>Am besten ist eine SSD mit viel Platz. Der Ordner wird angelegt, wenn der Download beginnt.</translation>
    </message>
    <message>
        <source>Folder of the model</source>
        <translation>Ordner des Modells</translation>
    </message>
    <message>
        <source>Looking at the folder…</source>
        <translation>Sieht sich den Ordner an …</translation>
    </message>
    <message>
        <source>%1 GB to download. Free: %2 GB now, %3 GB after.</source>
        <translation>%1 GB herunterzuladen. Frei: jetzt %2 GB, danach %3 GB.</translation>
    </message>
    <message>
        <source>%1 GB to download, but only %2 GB are free here. Choose another folder or a smaller size.</source>
        <translation>%1 GB herunterzuladen, aber hier sind nur %2 GB frei. Wählen Sie einen anderen Ordner oder eine kleinere Größe.</translation>
    </message>
    <message>
        <source>%1 GB of it are here already.</source>
        <translation>%1 GB davon sind schon hier.</translation>
    </message>
    <message>
        <source>Use these files…</source>
        <translation>Diese Dateien verwenden …</translation>
    </message>
    <message>
        <source>The files of this size are on this PC already, in %1. They need not be downloaded.</source>
        <translation>Die Dateien dieser Größe sind schon auf diesem PC, in %1. Sie müssen nicht heruntergeladen werden.</translation>
    </message>
</context>
<context>
    <name>strata::ui::HangNotice</name>
    <message>
        <source>The model stopped answering. Your chats and what is typed are saved; after a restart everything is as it was.</source>
        <translation>Das Modell antwortet nicht mehr. Ihre Chats und das Getippte sind gespeichert; nach einem Neustart ist alles, wie es war.</translation>
    </message>
    <message>
        <source>Restart Strata</source>
        <translation>Strata neu starten</translation>
    </message>
</context>
<context>
    <name>strata::ui::HeaderBar</name>
    <message>
        <source>Tiny practice model – built in, for trying out</source>
        <translation>Winziges Übungsmodell – eingebaut, zum Ausprobieren</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>List of chats (Ctrl+B)</source>
        <translation>Liste der Chats (Strg+B)</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>Modell: %1</translation>
    </message>
    <message>
        <source>Answers come from %1, without encryption</source>
        <translation>Antworten kommen von %1, unverschlüsselt</translation>
    </message>
    <message>
        <source>Answers come from %1</source>
        <translation>Antworten kommen von %1</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>Gezeigt</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>Verborgen</translation>
    </message>
</context>
<context>
    <name>strata::ui::ImportDialog</name>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen …</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Dateien wählen …</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Use them where they are</source>
        <translation>Dort benutzen, wo sie sind</translation>
    </message>
    <message>
        <source>Copy them</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Move them</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Use these files</source>
        <translation>Diese Dateien benutzen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>I already have the files</source>
        <translation>Ich habe die Dateien schon</translation>
    </message>
    <message>
        <source>Stopped. Nothing half is left behind.</source>
        <translation>Angehalten. Nichts Halbes bleibt zurück.</translation>
    </message>
    <message>
        <source>Done. The files are in the model folder and were compared with the list.</source>
        <translation>Fertig. Die Dateien liegen im Modellordner und wurden mit der Liste verglichen.</translation>
    </message>
    <message>
        <source>Files are told by their content, whatever they are called. Nothing is changed before you say so.</source>
        <translation>Dateien werden am Inhalt erkannt, wie sie auch heißen. Nichts wird geändert, bevor Sie es sagen.</translation>
    </message>
    <message>
        <source>Choose the folder with the model files, or drop files here.</source>
        <translation>Wählen Sie den Ordner mit den Modelldateien, oder ziehen Sie Dateien hierher.</translation>
    </message>
    <message>
        <source>Files that were looked at</source>
        <translation>Angesehene Dateien</translation>
    </message>
    <message>
        <source>Folder with model files</source>
        <translation>Ordner mit Modelldateien</translation>
    </message>
    <message>
        <source>Model files</source>
        <translation>Modelldateien</translation>
    </message>
    <message>
        <source>Looking at the files. What is as long as a file of the list is read to its end and compared.</source>
        <translation>Sieht sich die Dateien an. Was so lang ist wie eine Datei der Liste, wird ganz gelesen und verglichen.</translation>
    </message>
    <message>
        <source>Bringing the files to their place.</source>
        <translation>Bringt die Dateien an ihren Platz.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>No model file was found there.</source>
        <translation>Dort wurde keine Modelldatei gefunden.</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) of %1 found.</source>
        <translation>
            <numerusform>%n Datei von %1 gefunden.</numerusform>
            <numerusform>%n Dateien von %1 gefunden.</numerusform>
        </translation>
    </message>
    <message>
        <source>None of these files can be used.</source>
        <translation>Keine dieser Dateien ist brauchbar.</translation>
    </message>
    <message>
        <source>None of these files belongs to %1.</source>
        <translation>Keine dieser Dateien gehört zu %1.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Needs no room: the files get a second name in the model folder. Both must be on the same drive.</source>
        <translation>Braucht keinen Platz: Die Dateien bekommen im Modellordner einen zweiten Namen. Beide müssen auf demselben Laufwerk liegen.</translation>
    </message>
    <message>
        <source>Your files stay as they are; the copies need the same room once more.</source>
        <translation>Ihre Dateien bleiben, wie sie sind; die Kopien brauchen denselben Platz noch einmal.</translation>
    </message>
    <message>
        <source>The files go from where they are into the model folder.</source>
        <translation>Die Dateien kommen von dort, wo sie sind, in den Modellordner.</translation>
    </message>
</context>
<context>
    <name>strata::ui::InstructionsController</name>
    <message>
        <source>With other instructions the model reads this chat again: %1.</source>
        <translation>Mit anderen Anweisungen liest das Modell diesen Chat noch einmal: %1.</translation>
    </message>
</context>
<context>
    <name>strata::ui::InstructionsDialog</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Save for other chats</source>
        <translation>Für andere Chats speichern</translation>
    </message>
    <message>
        <source>Instructions for this chat</source>
        <translation>Anweisungen für diesen Chat</translation>
    </message>
    <message>
        <source>Saved instructions</source>
        <translation>Gespeicherte Anweisungen</translation>
    </message>
    <message>
        <source>Remove these saved instructions</source>
        <translation>Diese gespeicherten Anweisungen entfernen</translation>
    </message>
    <message>
        <source>For example: Answer in short sentences.</source>
        <translation>Zum Beispiel: Antworte in kurzen Sätzen.</translation>
    </message>
    <message>
        <source>Name to save these instructions under</source>
        <translation>Name, unter dem diese Anweisungen gespeichert werden</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Use for this chat</source>
        <translation>Für diesen Chat benutzen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The model is told this before the first message of the chat, and follows it throughout.</source>
        <translation>Das wird dem Modell vor der ersten Nachricht des Chats gesagt, und es hält sich durchgehend daran.</translation>
    </message>
    <message>
        <source>Nothing saved yet</source>
        <translation>Noch nichts gespeichert</translation>
    </message>
    <message>
        <source>Choose saved instructions…</source>
        <translation>Gespeicherte Anweisungen wählen …</translation>
    </message>
</context>
<context>
    <name>strata::ui::LanguageNotice</name>
    <message>
        <source>Strata speaks the other language when it begins anew. Chats and what is typed stay as they are.</source>
        <translation>Strata spricht die andere Sprache, wenn es neu beginnt. Chats und Eingetipptes bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Jetzt neu starten</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Strata begins anew when the answer is finished.</source>
        <translation>Strata startet neu, wenn die Antwort fertig ist.</translation>
    </message>
    <message>
        <source>Stop it and restart now</source>
        <translation>Anhalten und jetzt neu starten</translation>
    </message>
</context>
<context>
    <name>strata::ui::LicencePage</name>
    <message>
        <source>Licence of the model</source>
        <translation>Lizenz des Modells</translation>
    </message>
    <message>
        <source>Open the whole text</source>
        <translation>Ganzen Text öffnen</translation>
    </message>
    <message>
        <source>I agree</source>
        <translation>Ich stimme zu</translation>
    </message>
    <message>
        <source>This summary is no legal advice; what counts is the text. It opens in your browser only if you press the button.</source>
        <translation>Diese Zusammenfassung ist keine Rechtsberatung; es gilt der Text. Er öffnet sich nur dann in Ihrem Browser, wenn Sie den Knopf drücken.</translation>
    </message>
    <message>
        <source>The list names no licence for this model.</source>
        <translation>Die Liste nennt keine Lizenz für dieses Modell.</translation>
    </message>
</context>
<context>
    <name>strata::ui::MachinePage</name>
    <message>
        <source>This PC</source>
        <translation>Dieser PC</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Noch einmal prüfen</translation>
    </message>
    <message>
        <source>Copy this list</source>
        <translation>Diese Liste kopieren</translation>
    </message>
    <message>
        <source>Looking at this PC…</source>
        <translation>Sieht sich diesen PC an …</translation>
    </message>
    <message>
        <source>Nothing of this is sent anywhere. What could not be told stands in nobody&apos;s way.</source>
        <translation>Nichts davon wird irgendwohin gesendet. Was nicht festzustellen war, steht niemandem im Weg.</translation>
    </message>
    <message>
        <source>Continue anyway</source>
        <translation>Trotzdem weiter</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
</context>
<context>
    <name>strata::ui::MainWindow</name>
    <message>
        <source>Strata Desktop</source>
        <translation>Strata Desktop</translation>
    </message>
    <message>
        <source>New chat with this message</source>
        <translation>Neuer Chat mit dieser Nachricht</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>The settings could not be saved (%1).</source>
        <translation>Die Einstellungen konnten nicht gespeichert werden (%1).</translation>
    </message>
    <message>
        <source>The file with the settings was damaged. It is kept as %1, and the settings before it are used.</source>
        <translation>Die Datei mit den Einstellungen war beschädigt. Sie liegt jetzt unter %1; es gelten die Einstellungen davor.</translation>
    </message>
    <message>
        <source>With the last settings the model did not start, so they were undone.</source>
        <translation>Mit den letzten Einstellungen startete das Modell nicht; sie wurden zurückgenommen.</translation>
    </message>
    <message>
        <source>The file with the settings was damaged. It is kept as %1, and everything is set as in a new program.</source>
        <translation>Die Datei mit den Einstellungen war beschädigt. Sie bleibt als %1 erhalten, und alles ist eingestellt wie in einem neuen Programm.</translation>
    </message>
</context>
<context>
    <name>strata::ui::MeasureDialog</name>
    <message>
        <source>One thread per core</source>
        <translation>Ein Thread je Kern</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 Thread</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
    <message>
        <source>did not work</source>
        <translation>ging nicht</translation>
    </message>
    <message>
        <source>reads %1, writes %2</source>
        <translation>liest %1, schreibt %2</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Measure this PC</source>
        <translation>Diesen PC messen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Measuring %1 of %2…</source>
        <translation>Messung %1 von %2 …</translation>
    </message>
    <message>
        <source>Stopped. All is as it was.</source>
        <translation>Angehalten. Alles ist, wie es war.</translation>
    </message>
    <message>
        <source>It could not be measured (%1). All is as it was.</source>
        <translation>Es konnte nicht gemessen werden (%1). Alles ist, wie es war.</translation>
    </message>
    <message>
        <source>Nothing was clearly faster. All is as it was: %1.</source>
        <translation>Nichts war deutlich schneller. Alles ist, wie es war: %1.</translation>
    </message>
    <message>
        <source>Before: %1. Now: %2, with %3.</source>
        <translation>Vorher: %1. Jetzt: %2, mit %3.</translation>
    </message>
    <message>
        <source>%1, short messages read at once</source>
        <translation>%1, kurze Nachrichten auf einmal gelesen</translation>
    </message>
    <message>
        <source>%1, short messages read piece by piece</source>
        <translation>%1, kurze Nachrichten Stück für Stück gelesen</translation>
    </message>
    <message>
        <source>Tries how many processor threads, and which way of reading short messages, are best for the model that is loaded, and keeps what is at least 3 % faster. The model is loaded several times, which takes about five minutes with a large one; answers wait meanwhile. Nothing is sent anywhere.</source>
        <translation>Probiert aus, wie viele Prozessor-Threads und welche Art, kurze Nachrichten zu lesen, für das geladene Modell am besten sind, und behält, was mindestens 3 % schneller ist. Das Modell wird dabei mehrmals geladen, was mit einem großen etwa fünf Minuten dauert; Antworten warten solange. Nichts wird irgendwohin gesendet.</translation>
    </message>
</context>
<context>
    <name>strata::ui::MemoryBar</name>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>knapp</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>could not tell</source>
        <translation>nicht feststellbar</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>%1 of %2 needed, %3</source>
        <translation>%1 von %2 gebraucht, %3</translation>
    </message>
    <message>
        <source>runs partly from the disk, slower</source>
        <translation>läuft teilweise vom Laufwerk, langsamer</translation>
    </message>
</context>
<context>
    <name>strata::ui::MemoryNotice</name>
    <message>
        <source>Only %1 GB of memory is free; %2 needs %3.</source>
        <translation>Nur %1 GB Arbeitsspeicher sind frei; %2 braucht %3.</translation>
    </message>
    <message>
        <source>The biggest programs are %1.</source>
        <translation>Die größten Programme sind %1.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Use a smaller size</source>
        <translation>Kleinere Größe verwenden</translation>
    </message>
    <message>
        <source>Only %1 GB of memory is free, so this PC may become slow.</source>
        <translation>Nur %1 GB Arbeitsspeicher sind frei, deshalb kann dieser PC langsam werden.</translation>
    </message>
    <message>
        <source>Free the model’s memory</source>
        <translation>Speicher des Modells freigeben</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Low-memory mode</source>
        <translation>Speichersparmodus</translation>
    </message>
</context>
<context>
    <name>strata::ui::MessageActions</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Neu antworten</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Branch from here</source>
        <translation>Ab hier abzweigen</translation>
    </message>
    <message>
        <source>Read times</source>
        <translation>Zeiten nachlesen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Go back to here</source>
        <translation>Hierher zurückgehen</translation>
    </message>
    <message>
        <source>Show what followed</source>
        <translation>Zeigen, was folgte</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>strata::ui::MessageEditor</name>
    <message>
        <source>The version before is kept.</source>
        <translation>Die vorige Fassung bleibt erhalten.</translation>
    </message>
    <message>
        <source>Send as new version</source>
        <translation>Als neue Fassung senden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>Ihre Nachricht bearbeiten</translation>
    </message>
</context>
<context>
    <name>strata::ui::MeterPanel</name>
    <message>
        <source>Meters</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>This PC</source>
        <translation>Dieser PC</translation>
    </message>
    <message>
        <source>This answer</source>
        <translation>Diese Antwort</translation>
    </message>
    <message>
        <source>Last answer</source>
        <translation>Letzte Antwort</translation>
    </message>
</context>
<context>
    <name>strata::ui::MeterRow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>last answer</source>
        <translation>letzte Antwort</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
</context>
<context>
    <name>strata::ui::MeterStrip</name>
    <message>
        <source>State: %1</source>
        <translation>Zustand: %1</translation>
    </message>
    <message>
        <source>last answer %1</source>
        <translation>letzte Antwort %1</translation>
    </message>
</context>
<context>
    <name>strata::ui::ModelLife</name>
    <message>
        <source>The model is being loaded. What you send waits for it.</source>
        <translation>Das Modell wird geladen. Was Sie senden, wartet darauf.</translation>
    </message>
    <message>
        <source>The PC may feel slow for 1–3 minutes. That is normal.</source>
        <translation>Der PC kann 1–3 Minuten lang träge sein. Das ist normal.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>strata::ui::ModelNotice</name>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Choose another file…</source>
        <translation>Andere Datei wählen …</translation>
    </message>
    <message>
        <source>Use the practice model</source>
        <translation>Übungsmodell benutzen</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Models (*.gguf);;All files (*)</source>
        <translation>Modelle (*.gguf);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>strata::ui::ModelsDialog</name>
    <message>
        <source>%1 on the disk</source>
        <translation>%1 auf der Platte</translation>
    </message>
    <message>
        <source>(%1 of it shared with other sizes or kept elsewhere)</source>
        <translation>(%1 davon mit anderen Größen geteilt oder anderswo aufbewahrt)</translation>
    </message>
    <message>
        <source>Not all of it is here.</source>
        <translation>Es ist nicht alles da.</translation>
    </message>
    <message>
        <source>Use the built-in practice model</source>
        <translation>Das eingebaute Übungsmodell benutzen</translation>
    </message>
    <message>
        <source>Move the model folder…</source>
        <translation>Modellordner verschieben …</translation>
    </message>
    <message>
        <source>Add a model size…</source>
        <translation>Modellgröße hinzufügen …</translation>
    </message>
    <message>
        <source>I already have the files…</source>
        <translation>Ich habe die Dateien schon …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Models on this PC</source>
        <translation>Modelle auf diesem PC</translation>
    </message>
    <message>
        <source>Deleted; %1 came back.</source>
        <translation>Gelöscht; %1 wurden frei.</translation>
    </message>
    <message>
        <source>It could not be deleted (%1).</source>
        <translation>Es konnte nicht gelöscht werden (%1).</translation>
    </message>
    <message>
        <source>Stop moving</source>
        <translation>Verschieben anhalten</translation>
    </message>
    <message>
        <source>Only files of Strata are deleted, and never those of the model that is in use.</source>
        <translation>Nur Dateien von Strata werden gelöscht, und nie die des Modells, das in Gebrauch ist.</translation>
    </message>
    <message>
        <source>Looking at the model folder…</source>
        <translation>Sieht sich den Modellordner an …</translation>
    </message>
    <message>
        <source>There is no model in the model folder yet. The practice model is in use.</source>
        <translation>Im Modellordner ist noch kein Modell. Das Übungsmodell ist in Gebrauch.</translation>
    </message>
    <message>
        <source>Delete, %1 come back</source>
        <translation>Löschen, %1 werden frei</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen …</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Benutzen</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>%1 löschen</translation>
    </message>
    <message>
        <source>It is in use.</source>
        <translation>Es ist in Gebrauch.</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 benutzen</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>in Gebrauch</translation>
    </message>
</context>
<context>
    <name>strata::ui::MoreMenu</name>
    <message>
        <source>Bin</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>Parked chats…</source>
        <translation>Geparkte Chats …</translation>
    </message>
    <message>
        <source>Check…</source>
        <translation>Prüfung …</translation>
    </message>
    <message>
        <source>Remote engine…</source>
        <translation>Entferntes Rechenwerk …</translation>
    </message>
    <message>
        <source>Instructions for this chat…</source>
        <translation>Anweisungen für diesen Chat …</translation>
    </message>
    <message>
        <source>Export this chat… (Ctrl+E)</source>
        <translation>Diesen Chat exportieren … (Strg+E)</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modelle …</translation>
    </message>
    <message>
        <source>Set up again…</source>
        <translation>Neu einrichten …</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen …</translation>
    </message>
    <message>
        <source>The bin is empty</source>
        <translation>Der Papierkorb ist leer</translation>
    </message>
    <message>
        <source>Bring back “%1” (%2)</source>
        <translation>„%1“ zurückholen (%2)</translation>
    </message>
    <message>
        <source>Empty the bin…</source>
        <translation>Papierkorb leeren …</translation>
    </message>
    <message>
        <source>Empty the bin</source>
        <translation>Papierkorb leeren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Keyboard map… (F1)</source>
        <translation>Tastenübersicht … (F1)</translation>
    </message>
    <message>
        <source>Diagnostics…</source>
        <translation>Diagnose …</translation>
    </message>
    <message>
        <source>About Strata…</source>
        <translation>Über Strata …</translation>
    </message>
    <message>
        <source>Measure this PC…</source>
        <translation>Diesen PC messen …</translation>
    </message>
    <message>
        <source>Notices…</source>
        <translation>Hinweise …</translation>
    </message>
    <message>
        <source>Texts and pictures of these chats stay until the bin is emptied</source>
        <translation>Texte und Bilder dieser Chats bleiben, bis der Papierkorb geleert wird</translation>
    </message>
    <message>
        <source>Delete 1 chat for good? Its text and pictures go with it.</source>
        <translation>1 Chat endgültig löschen? Sein Text und seine Bilder werden mit gelöscht.</translation>
    </message>
    <message>
        <source>Delete %1 chats for good? Their texts and pictures go with them.</source>
        <translation>%1 Chats endgültig löschen? Ihre Texte und Bilder werden mit gelöscht.</translation>
    </message>
</context>
<context>
    <name>strata::ui::MoveController</name>
    <message>
        <source>Moving the models: %1 of %2.</source>
        <translation>Verschiebt die Modelle: %1 von %2.</translation>
    </message>
    <message>
        <source>The models stay where they were. %1</source>
        <translation>Die Modelle bleiben, wo sie waren. %1</translation>
    </message>
    <message>
        <source>Stopped. The models stay where they were; moving them again goes on from here.</source>
        <translation>Angehalten. Die Modelle bleiben, wo sie waren; ein neues Verschieben geht von hier weiter.</translation>
    </message>
    <message>
        <source>Moved.</source>
        <translation>Verschoben.</translation>
    </message>
    <message>
        <source>Moved. What is still in use in the old folder is deleted at the next start.</source>
        <translation>Verschoben. Was im alten Ordner noch in Gebrauch ist, wird beim nächsten Start gelöscht.</translation>
    </message>
    <message>
        <source>Something is still being downloaded into the model folder. Finish or remove it first.</source>
        <translation>In den Modellordner wird noch etwas heruntergeladen. Erst muss das fertig oder entfernt sein.</translation>
    </message>
    <message>
        <source>Moving the models…</source>
        <translation>Verschiebt die Modelle …</translation>
    </message>
    <message>
        <source>The settings could not be saved (%1).</source>
        <translation>Die Einstellungen konnten nicht gespeichert werden (%1).</translation>
    </message>
</context>
<context>
    <name>strata::ui::NetworkNotice</name>
    <message>
        <source>This PC is in a network of strangers now (%1).</source>
        <translation>Dieser PC ist jetzt in einem fremden Netz (%1).</translation>
    </message>
    <message>
        <source>This PC is in another network now (%1).</source>
        <translation>Dieser PC ist jetzt in einem anderen Netz (%1).</translation>
    </message>
    <message>
        <source>Everyone in it who has the key can use the model at %1, and nothing is encrypted on the way.</source>
        <translation>Wer darin den Schlüssel hat, kann das Modell unter %1 benutzen, und unterwegs ist nichts verschlüsselt.</translation>
    </message>
    <message>
        <source>Only this PC</source>
        <translation>Nur dieser PC</translation>
    </message>
    <message>
        <source>I trust it</source>
        <translation>Ich vertraue ihm</translation>
    </message>
</context>
<context>
    <name>strata::ui::NoticeBar</name>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
</context>
<context>
    <name>strata::ui::NoticeLogDialog</name>
    <message>
        <source>Nothing was said yet.</source>
        <translation>Noch wurde nichts gesagt.</translation>
    </message>
    <message>
        <source>Notices</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Notices since Strata was started</source>
        <translation>Hinweise, seit Strata gestartet wurde</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
</context>
<context>
    <name>strata::ui::OtherAppNotice</name>
    <message>
        <source>Another app is using the model. Your message waits until it is done.</source>
        <translation>Ein anderes Programm benutzt das Modell. Ihre Nachricht wartet, bis es fertig ist.</translation>
    </message>
    <message>
        <source>Stop the other app</source>
        <translation>Das andere Programm stoppen</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Wait %1</source>
        <translation>Warten (%1)</translation>
    </message>
</context>
<context>
    <name>strata::ui::OwnMessageView</name>
    <message>
        <source>Your message</source>
        <translation>Ihre Nachricht</translation>
    </message>
</context>
<context>
    <name>strata::ui::ParkedDialog</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>A parked chat comes back in a moment instead of being read again. Forgetting does not delete the chat, only the shortcut. The next message will take longer.</source>
        <translation>Ein geparkter Chat ist in einem Augenblick zurück, statt neu gelesen zu werden. Vergessen löscht nicht den Chat, nur die Abkürzung. Die nächste Nachricht dauert dann länger.</translation>
    </message>
    <message>
        <source>Nothing is parked at the moment.</source>
        <translation>Zurzeit ist nichts geparkt.</translation>
    </message>
    <message>
        <source>In memory</source>
        <translation>Im Speicher</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>Auf der Platte</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Forget all</source>
        <translation>Alle vergessen</translation>
    </message>
    <message>
        <source>Parked chats</source>
        <translation>Geparkte Chats</translation>
    </message>
    <message>
        <source>Nothing is parked on disk at present: %1.</source>
        <translation>Zurzeit wird nichts auf der Platte geparkt: %1.</translation>
    </message>
    <message>
        <source>Do not keep</source>
        <translation>Nicht behalten</translation>
    </message>
    <message>
        <source>A kept one never leaves to make room.</source>
        <translation>Ein behaltener weicht nie, um Platz zu machen.</translation>
    </message>
    <message>
        <source>Really forget all %1?</source>
        <translation>Wirklich alle %1 vergessen?</translation>
    </message>
</context>
<context>
    <name>strata::ui::ParkedModel</name>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>How long reading the whole chat again would take</source>
        <translation>Wie lange es dauern würde, den ganzen Chat neu zu lesen</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>Stücke</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Zuletzt benutzt</translation>
    </message>
    <message>
        <source>Comes back in</source>
        <translation>Zurück in</translation>
    </message>
    <message>
        <source>Reading again</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Other program</source>
        <translation>Anderes Programm</translation>
    </message>
    <message>
        <source>%1, kept</source>
        <translation>%1, behalten</translation>
    </message>
</context>
<context>
    <name>strata::ui::PicturePage</name>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Yes (+1 GB)</source>
        <translation>Ja (+1 GB)</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Should it be able to look at pictures?</source>
        <translation>Soll es Bilder ansehen können?</translation>
    </message>
    <message>
        <source>You can show it photos, screenshots and scans and ask about them. Needs 12 GB of graphics memory to be quick.</source>
        <translation>Sie können ihm Fotos, Bildschirmfotos und Scans zeigen und dazu Fragen stellen. Braucht 12 GB Grafikspeicher, um schnell zu sein.</translation>
    </message>
    <message>
        <source>Text only. The part that looks at pictures can be added later.</source>
        <translation>Nur Text. Der Teil, der Bilder ansieht, lässt sich später hinzufügen.</translation>
    </message>
</context>
<context>
    <name>strata::ui::PictureTile</name>
    <message>
        <source>Picture %1 of %2: %3, %4</source>
        <translation>Bild %1 von %2: %3, %4</translation>
    </message>
</context>
<context>
    <name>strata::ui::PictureViewer</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Lädt …</translation>
    </message>
    <message>
        <source>Picture %1, %2</source>
        <translation>Bild %1, %2</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>Bild speichern …</translation>
    </message>
    <message>
        <source>This picture could not be read. Its file is damaged or gone.</source>
        <translation>Dieses Bild konnte nicht gelesen werden. Seine Datei ist beschädigt oder weg.</translation>
    </message>
    <message>
        <source>%1, %2 %</source>
        <translation>%1, %2 %</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>It could not be saved (%1).</source>
        <translation>Es konnte nicht gespeichert werden (%1).</translation>
    </message>
</context>
<context>
    <name>strata::ui::PieceView</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation>Diesen Code kopieren</translation>
    </message>
    <message>
        <source>Copy this table as text with tabs</source>
        <translation>Diese Tabelle als Text mit Tabulatoren kopieren</translation>
    </message>
    <message>
        <source>Do not wrap lines</source>
        <translation>Zeilen nicht umbrechen</translation>
    </message>
    <message>
        <source>Wrap lines</source>
        <translation>Zeilen umbrechen</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Code, %1</source>
        <translation>Code, %1</translation>
    </message>
    <message>
        <source>Show all, %1 more lines</source>
        <translation>Alles zeigen, %1 weitere Zeilen</translation>
    </message>
</context>
<context>
    <name>strata::ui::ProblemBubble</name>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Answer without pictures</source>
        <translation>Ohne Bilder antworten</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Shorten the chat…</source>
        <translation>Chat kürzen …</translation>
    </message>
    <message>
        <source>New chat with a summary</source>
        <translation>Neuer Chat mit Zusammenfassung</translation>
    </message>
    <message>
        <source>More memory…</source>
        <translation>Mehr Gedächtnis …</translation>
    </message>
    <message>
        <source>Settings of the model…</source>
        <translation>Einstellungen des Modells …</translation>
    </message>
    <message>
        <source>Restart Strata</source>
        <translation>Strata neu starten</translation>
    </message>
</context>
<context>
    <name>strata::ui::ProxyDialog</name>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Password of the proxy</source>
        <translation>Kennwort des Proxys</translation>
    </message>
    <message>
        <source>The proxy %1 of your network asks who you are. What you enter goes to it alone and into the system’s key store.</source>
        <translation>Der Proxy %1 Ihres Netzes fragt, wer Sie sind. Was Sie eingeben, geht nur an ihn und in den Schlüsselspeicher des Systems.</translation>
    </message>
    <message>
        <source>User name</source>
        <translation>Benutzername</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Kennwort</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>strata::ui::RemoteController</name>
    <message>
        <source>It works: %1 answers.</source>
        <translation>Es geht: %1 antwortet.</translation>
    </message>
</context>
<context>
    <name>strata::ui::RemoteDialog</name>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Use this server</source>
        <translation>Diesen Server benutzen</translation>
    </message>
    <message>
        <source>Use the model on this PC</source>
        <translation>Das Modell auf diesem PC benutzen</translation>
    </message>
    <message>
        <source>Remote engine</source>
        <translation>Entferntes Rechenwerk</translation>
    </message>
    <message>
        <source>Empty if the server asks for none</source>
        <translation>Leer, wenn der Server keinen verlangt</translation>
    </message>
    <message>
        <source>The server’s first</source>
        <translation>Das erste des Servers</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The answers of all chats come from a server.</source>
        <translation>Die Antworten aller Chats kommen von einem Server.</translation>
    </message>
    <message>
        <source>The answers come from the model on this PC.</source>
        <translation>Die Antworten kommen vom Modell auf diesem PC.</translation>
    </message>
    <message>
        <source>A server that speaks the OpenAI protocol can answer instead of the model on this PC, such as Strata on another PC. Everything in a chat is then sent there.</source>
        <translation>Statt des Modells auf diesem PC kann ein Server antworten, der das OpenAI-Protokoll spricht, etwa Strata auf einem anderen PC. Alles in einem Chat wird dann dorthin gesendet.</translation>
    </message>
    <message>
        <source>This address is without encryption: others in your network could read along.</source>
        <translation>Diese Adresse ist unverschlüsselt: Andere in Ihrem Netz könnten mitlesen.</translation>
    </message>
    <message>
        <source>This address cannot be used: %1.</source>
        <translation>Diese Adresse ist nicht brauchbar: %1.</translation>
    </message>
    <message>
        <source>Asking the server for its models and a short answer…</source>
        <translation>Fragt den Server nach seinen Modellen und einer kurzen Antwort …</translation>
    </message>
    <message>
        <source>It does not work: %1.</source>
        <translation>Es geht nicht: %1.</translation>
    </message>
</context>
<context>
    <name>strata::ui::RequestListDialog</name>
    <message>
        <source>No app has asked anything yet.</source>
        <translation>Noch hat kein Programm etwas gefragt.</translation>
    </message>
    <message>
        <source>Requests of other apps</source>
        <translation>Anfragen anderer Programme</translation>
    </message>
    <message>
        <source>Also keep what is asked and answered, to find faults</source>
        <translation>Auch aufbewahren, was gefragt und geantwortet wird, um Fehler zu finden</translation>
    </message>
    <message>
        <source>The last %1 requests since Strata was started. The list is gone when Strata is closed. What is asked and answered is not kept, unless you want it below: that ends after an hour, and then all of it is forgotten.</source>
        <translation>Die letzten %1 Anfragen, seit Strata gestartet wurde. Die Liste ist weg, wenn Strata geschlossen wird. Was gefragt und geantwortet wird, wird nicht aufbewahrt, außer Sie wollen es unten so: Das endet nach einer Stunde, und dann ist alles davon vergessen.</translation>
    </message>
    <message>
        <source>What was asked and answered</source>
        <translation>Was gefragt und geantwortet wurde</translation>
    </message>
    <message>
        <source>Select a request to see what was asked and answered.</source>
        <translation>Wählen Sie eine Anfrage aus, um zu sehen, was gefragt und geantwortet wurde.</translation>
    </message>
    <message>
        <source>Of this request nothing was kept.</source>
        <translation>Von dieser Anfrage wurde nichts aufbewahrt.</translation>
    </message>
    <message>
        <source>Asked:
%1

Answered:
%2</source>
        <translation>Gefragt:
%1

Geantwortet:
%2</translation>
    </message>
</context>
<context>
    <name>strata::ui::RequestModel</name>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 + %2</source>
        <translation>%1 + %2</translation>
    </message>
    <message>
        <source>not named</source>
        <translation>ohne Namen</translation>
    </message>
    <message>
        <source>Pieces of words (tokens), read and written</source>
        <translation>Wortstücke (Tokens), gelesen und geschrieben</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>App</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>Stücke</translation>
    </message>
    <message>
        <source>Remembered</source>
        <translation>Gemerkt</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
</context>
<context>
    <name>strata::ui::RereadFold</name>
    <message>
        <source>(nothing: it ended there)</source>
        <translation>(nichts: dort endete es)</translation>
    </message>
    <message>
        <source>What the model remembered from there on:</source>
        <translation>Was das Modell ab dort im Gedächtnis hatte:</translation>
    </message>
    <message>
        <source>What the chat says now:</source>
        <translation>Was der Chat jetzt sagt:</translation>
    </message>
    <message>
        <source>The first %1 pieces are the same; from there on the two texts differ.</source>
        <translation>Die ersten %1 Stücke sind gleich; ab dort unterscheiden sich die beiden Texte.</translation>
    </message>
    <message>
        <source>Unfolded</source>
        <translation>Aufgeklappt</translation>
    </message>
    <message>
        <source>Folded</source>
        <translation>Zugeklappt</translation>
    </message>
</context>
<context>
    <name>strata::ui::SearchModel</name>
    <message>
        <source>Chat %1</source>
        <translation>Chat %1</translation>
    </message>
    <message>
        <source>In %1: %2</source>
        <translation>In %1: %2</translation>
    </message>
</context>
<context>
    <name>strata::ui::SearchResults</name>
    <message>
        <source>Found places</source>
        <translation>Fundstellen</translation>
    </message>
</context>
<context>
    <name>strata::ui::ServerBox</name>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Address for other devices</source>
        <translation>Adresse für andere Geräte</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Neuer Schlüssel</translation>
    </message>
    <message>
        <source>No key is asked for. If an app insists on one, any will do.</source>
        <translation>Es wird kein Schlüssel verlangt. Besteht ein Programm auf einem, geht jeder.</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Ask it as an app would, to see that it works.</source>
        <translation>Fragt ihn, wie ein Programm es täte, und zeigt, ob es geht.</translation>
    </message>
    <message>
        <source>Requests…</source>
        <translation>Anfragen …</translation>
    </message>
    <message>
        <source>Choose another port</source>
        <translation>Anderen Port wählen</translation>
    </message>
    <message>
        <source>Really? Apps need the new one then</source>
        <translation>Wirklich? Programme brauchen dann den neuen</translation>
    </message>
    <message>
        <source>Asking, as an app would…</source>
        <translation>Fragt, wie ein Programm es täte …</translation>
    </message>
</context>
<context>
    <name>strata::ui::ServerJoint</name>
    <message>
        <source>Other apps can use the model again.</source>
        <translation>Andere Programme können das Modell wieder benutzen.</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Other apps cannot use the model: %1</source>
        <translation>Andere Programme können das Modell nicht benutzen: %1</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen …</translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation>Ausschalten</translation>
    </message>
</context>
<context>
    <name>strata::ui::SettingControl</name>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>The system’s</source>
        <translation>Wie das System</translation>
    </message>
</context>
<context>
    <name>strata::ui::SettingRow</name>
    <message>
        <source>Holds from the next message.</source>
        <translation>Gilt ab der nächsten Nachricht.</translation>
    </message>
    <message>
        <source>↻ Holds when the model is loaded again.</source>
        <translation>↻ Gilt, wenn das Modell neu geladen wird.</translation>
    </message>
    <message>
        <source>⟳ Holds from the next start of Strata.</source>
        <translation>⟳ Gilt ab dem nächsten Start von Strata.</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>%1: back to the default</source>
        <translation>%1: zurück zum Standard</translation>
    </message>
    <message>
        <source>Back to the default</source>
        <translation>Zurück zum Standard</translation>
    </message>
</context>
<context>
    <name>strata::ui::SettingsDialog</name>
    <message>
        <source>No setting is called that.</source>
        <translation>Keine Einstellung heißt so.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen suchen</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message numerus="yes">
        <source>↻ Some changes hold when the model is loaded again, about %n second(s).</source>
        <translation>
            <numerusform>↻ Einige Änderungen gelten, wenn das Modell neu geladen wird, etwa %n Sekunde.</numerusform>
            <numerusform>↻ Einige Änderungen gelten, wenn das Modell neu geladen wird, etwa %n Sekunden.</numerusform>
        </translation>
    </message>
    <message>
        <source>↻ Some changes hold when the model is loaded again.</source>
        <translation>↻ Einige Änderungen gelten, wenn das Modell neu geladen wird.</translation>
    </message>
    <message>
        <source>Load again</source>
        <translation>Neu laden</translation>
    </message>
</context>
<context>
    <name>strata::ui::SettingsPage</name>
    <message>
        <source>About</source>
        <translation>Über Strata</translation>
    </message>
    <message>
        <source>Strata Desktop %1</source>
        <translation>Strata Desktop %1</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>Modell: %1</translation>
    </message>
    <message>
        <source>Processor: %1 (%2)</source>
        <translation>Prozessor: %1 (%2)</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Parts by others</source>
        <translation>Teile von anderen</translation>
    </message>
    <message>
        <source>Strata uses Qt %1 under the LGPL, version 3. Its libraries are separate files that you may replace with your own.</source>
        <translation>Strata benutzt Qt %1 unter der LGPL, Version 3. Dessen Bibliotheken sind eigene Dateien, die Sie durch Ihre ersetzen dürfen.</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>The system’s</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source>Also Ctrl+Plus, Ctrl+Minus and Ctrl+0.</source>
        <translation>Auch Strg+Plus, Strg+Minus und Strg+0.</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Chat font</source>
        <translation>Schrift im Chat</translation>
    </message>
    <message>
        <source>Code font</source>
        <translation>Schrift für Code</translation>
    </message>
    <message>
        <source>Always follow the end</source>
        <translation>Immer dem Ende folgen</translation>
    </message>
    <message>
        <source>Off: an answer that fills the window stays at its beginning, to be read.</source>
        <translation>Aus: Eine Antwort, die das Fenster füllt, bleibt an ihrem Anfang stehen, um gelesen zu werden.</translation>
    </message>
    <message>
        <source>Enter key</source>
        <translation>Eingabetaste</translation>
    </message>
    <message>
        <source>Shift+Enter begins a line, Ctrl+Enter sends.</source>
        <translation>Umschalt+Eingabe beginnt eine Zeile, Strg+Eingabe sendet.</translation>
    </message>
    <message>
        <source>Sends</source>
        <translation>Sendet</translation>
    </message>
    <message>
        <source>Begins a new line</source>
        <translation>Beginnt eine neue Zeile</translation>
    </message>
    <message>
        <source>Meters</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Panel</source>
        <translation>Leiste</translation>
    </message>
    <message>
        <source>One line</source>
        <translation>Eine Zeile</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Nothing blinks or moves by itself. The system’s own wish always counts.</source>
        <translation>Nichts blinkt oder bewegt sich von selbst. Der Wunsch des Systems gilt immer.</translation>
    </message>
    <message>
        <source>What suits the model</source>
        <translation>Was zum Modell passt</translation>
    </message>
    <message>
        <source>%1 K</source>
        <translation>%1 K</translation>
    </message>
    <message>
        <source>Room for other programs</source>
        <translation>Platz für andere Programme</translation>
    </message>
    <message>
        <source>More room for Strata is faster. Leave some for games and other programs.</source>
        <translation>Mehr Platz macht Strata schneller. Lassen Sie etwas für Spiele und andere Programme.</translation>
    </message>
    <message>
        <source>Little</source>
        <translation>Wenig</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Much</source>
        <translation>Viel</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>Von Hand</translation>
    </message>
    <message>
        <source>Memory left free</source>
        <translation>Freier Arbeitsspeicher</translation>
    </message>
    <message>
        <source>With “By hand” above.</source>
        <translation>Mit „Von Hand“ darüber.</translation>
    </message>
    <message>
        <source> GB</source>
        <translation> GB</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>Thinks before answering. Better for hard questions, slower.</source>
        <translation>Denkt vor der Antwort nach. Besser bei schweren Fragen, langsamer.</translation>
    </message>
    <message>
        <source>Short</source>
        <translation>Kurz</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Long</source>
        <translation>Lang</translation>
    </message>
    <message>
        <source>Style</source>
        <translation>Stil</translation>
    </message>
    <message>
        <source>How much chance there is in the choice of words (temperature). The practice model always answers exactly.</source>
        <translation>Wie viel Zufall in der Wortwahl steckt (Temperatur). Das Übungsmodell antwortet immer genau.</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>Genau</translation>
    </message>
    <message>
        <source>Careful</source>
        <translation>Vorsichtig</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Lively</source>
        <translation>Lebhaft</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source>In pieces of words (tokens). A long answer can be continued.</source>
        <translation>In Wortstücken (Tokens). Eine lange Antwort kann fortgesetzt werden.</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Ohne Grenze</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>The same seed and question give the same answer. Empty: another one each time.</source>
        <translation>Gleicher Startwert (Seed) und gleiche Frage ergeben die gleiche Antwort. Leer: jedes Mal ein anderer.</translation>
    </message>
    <message>
        <source>Another one each time</source>
        <translation>Jedes Mal ein anderer</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Instead of the style.</source>
        <translation>Anstelle des Stils.</translation>
    </message>
    <message>
        <source>By style</source>
        <translation>Nach dem Stil</translation>
    </message>
    <message>
        <source>Keys and values (K/V type)</source>
        <translation>Schlüssel und Werte (K/V-Typ)</translation>
    </message>
    <message>
        <source>How past tokens are kept. The first needs a quarter of the memory of the last.</source>
        <translation>Wie vergangene Tokens aufbewahrt werden. Das erste braucht ein Viertel des Speichers des letzten.</translation>
    </message>
    <message>
        <source>8 bit</source>
        <translation>8 Bit</translation>
    </message>
    <message>
        <source>16 bit</source>
        <translation>16 Bit</translation>
    </message>
    <message>
        <source>32 bit, the reference</source>
        <translation>32 Bit, die Referenz</translation>
    </message>
    <message>
        <source>Kept points (checkpoints)</source>
        <translation>Gemerkte Stellen (Checkpoints)</translation>
    </message>
    <message>
        <source>Places in the open chat that can be gone back to at once. 0 also ends parking.</source>
        <translation>Stellen im offenen Chat, zu denen es sofort zurückgeht. 0 beendet auch das Parken.</translation>
    </message>
    <message>
        <source>Distance between kept points</source>
        <translation>Abstand der gemerkten Stellen</translation>
    </message>
    <message>
        <source>In tokens, while a long text is read.</source>
        <translation>In Tokens, während ein langer Text gelesen wird.</translation>
    </message>
    <message>
        <source>Only at messages</source>
        <translation>Nur an Nachrichten</translation>
    </message>
    <message>
        <source>Short reads</source>
        <translation>Kurze Texte</translation>
    </message>
    <message>
        <source>Prompts up to so many tokens are read as answers are written.</source>
        <translation>Eingaben bis zu so vielen Tokens werden gelesen, wie Antworten geschrieben werden.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>Prozessor-Threads</translation>
    </message>
    <message>
        <source>One per core</source>
        <translation>Einer je Kern</translation>
    </message>
    <message>
        <source>Model and memory</source>
        <translation>Modell und Speicher</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>Modelldatei</translation>
    </message>
    <message>
        <source>The built-in practice model</source>
        <translation>Das eingebaute Übungsmodell</translation>
    </message>
    <message>
        <source>How much it can keep in mind</source>
        <translation>Wie viel es sich merken kann</translation>
    </message>
    <message>
        <source>In pieces of words (context length). Longer chats and documents, more memory.</source>
        <translation>In Wortstücken (Kontextlänge). Längere Chats und Dokumente, mehr Speicher.</translation>
    </message>
    <message>
        <source>Chats and parking</source>
        <translation>Chats und Parken</translation>
    </message>
    <message>
        <source>Keep chats in memory</source>
        <translation>Chats im Speicher behalten</translation>
    </message>
    <message>
        <source>Switching chats is instant.</source>
        <translation>Der Wechsel des Chats geht sofort.</translation>
    </message>
    <message>
        <source>Park chats on disk</source>
        <translation>Chats auf der Platte parken</translation>
    </message>
    <message>
        <source>Coming back takes a moment instead of a minute.</source>
        <translation>Zurückkommen dauert einen Augenblick statt einer Minute.</translation>
    </message>
    <message>
        <source>Space on disk for parked chats</source>
        <translation>Platz für geparkte Chats</translation>
    </message>
    <message>
        <source>Automatic: 32 GB, less if the disk is small.</source>
        <translation>Automatisch: 32 GB, weniger bei kleiner Platte.</translation>
    </message>
    <message>
        <source>Parking folder</source>
        <translation>Ordner zum Parken</translation>
    </message>
    <message>
        <source>On a fast drive. Chats that are parked elsewhere are read again once.</source>
        <translation>Auf einem schnellen Laufwerk. Anderswo geparkte Chats werden einmal neu gelesen.</translation>
    </message>
    <message>
        <source>With the chats</source>
        <translation>Bei den Chats</translation>
    </message>
    <message>
        <source>Forget parked chats after</source>
        <translation>Geparkte Chats vergessen nach</translation>
    </message>
    <message>
        <source>Only the shortcut is forgotten, not the chat. Kept ones stay.</source>
        <translation>Nur die Abkürzung wird vergessen, nicht der Chat. Behaltene bleiben.</translation>
    </message>
    <message>
        <source> days</source>
        <translation> Tage</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Title by the model</source>
        <translation>Titel vom Modell</translation>
    </message>
    <message>
        <source>When nothing else is to be done, the model finds a title for a new chat.</source>
        <translation>Wenn sonst nichts zu tun ist, findet das Modell einen Titel für einen neuen Chat.</translation>
    </message>
    <message>
        <source>Bin</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>How long deleted chats can be brought back.</source>
        <translation>Wie lange gelöschte Chats zurückgeholt werden können.</translation>
    </message>
    <message>
        <source>Not at all</source>
        <translation>Gar nicht</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Picture detail</source>
        <translation>Bildgenauigkeit</translation>
    </message>
    <message>
        <source>More detail takes longer to look at.</source>
        <translation>Mehr Einzelheiten brauchen mehr Zeit.</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Kennwort</translation>
    </message>
    <message>
        <source>Kept in the system’s key store.</source>
        <translation>Liegt im Schlüsselspeicher des Systems.</translation>
    </message>
    <message>
        <source>This system has no key store: the password is forgotten when Strata is closed.</source>
        <translation>Dieses System hat keinen Schlüsselspeicher: Das Kennwort ist vergessen, wenn Strata geschlossen wird.</translation>
    </message>
    <message>
        <source>Test the connection</source>
        <translation>Verbindung testen</translation>
    </message>
    <message>
        <source>Asking the server that models come from…</source>
        <translation>Fragt den Server, von dem Modelle kommen …</translation>
    </message>
    <message>
        <source>The server was reached.</source>
        <translation>Der Server wurde erreicht.</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
    <message>
        <source>Limit speed</source>
        <translation>Tempo begrenzen</translation>
    </message>
    <message>
        <source> MB/s</source>
        <translation> MB/s</translation>
    </message>
    <message>
        <source>Keep the computer awake</source>
        <translation>Computer wach halten</translation>
    </message>
    <message>
        <source>While something is downloaded and the computer is plugged in.</source>
        <translation>Solange etwas heruntergeladen wird und der Computer am Strom hängt.</translation>
    </message>
    <message>
        <source>Other server (mirror)</source>
        <translation>Anderer Server (Mirror)</translation>
    </message>
    <message>
        <source>Models are fetched from there instead. What comes is compared all the same.</source>
        <translation>Modelle werden stattdessen von dort geholt. Was kommt, wird genauso verglichen.</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Datenschutz</translation>
    </message>
    <message>
        <source>Nothing leaves this PC unless you press a button that says so. Strata counts nothing and reports nothing.</source>
        <translation>Nichts verlässt diesen PC, außer Sie drücken einen Knopf, auf dem das steht. Strata zählt nichts und meldet nichts.</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>For downloads and remote engines.</source>
        <translation>Für Downloads und entfernte Rechenwerke.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keiner</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Name or address of the proxy.</source>
        <translation>Name oder Adresse des Proxys.</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>User name</source>
        <translation>Benutzername</translation>
    </message>
    <message>
        <source>Empty if it asks for none.</source>
        <translation>Leer, wenn keiner verlangt wird.</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More settings, for experts</source>
        <translation>Mehr Einstellungen, für Fachleute</translation>
    </message>
    <message>
        <source>Load the model</source>
        <translation>Modell laden</translation>
    </message>
    <message>
        <source>Uses memory only when needed.</source>
        <translation>Belegt Speicher nur, wenn er gebraucht wird.</translation>
    </message>
    <message>
        <source>When I start typing</source>
        <translation>Wenn ich zu tippen beginne</translation>
    </message>
    <message>
        <source>At start</source>
        <translation>Beim Start</translation>
    </message>
    <message>
        <source>Unload when unused</source>
        <translation>Entladen, wenn ungenutzt</translation>
    </message>
    <message>
        <source>Gives memory back to other programs.</source>
        <translation>Gibt anderen Programmen Speicher zurück.</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>Start with the computer</source>
        <translation>Mit dem Computer starten</translation>
    </message>
    <message>
        <source>Strata then waits in the tray, without its window.</source>
        <translation>Strata wartet dann in der Taskleiste, ohne sein Fenster.</translation>
    </message>
    <message>
        <source>Close button</source>
        <translation>Schließen-Knopf</translation>
    </message>
    <message>
        <source>Without a tray, hiding makes the window small.</source>
        <translation>Ohne Taskleisten-Symbol wird das Fenster stattdessen klein gemacht.</translation>
    </message>
    <message>
        <source>Ask once</source>
        <translation>Einmal fragen</translation>
    </message>
    <message>
        <source>Hide in the tray</source>
        <translation>In die Taskleiste</translation>
    </message>
    <message>
        <source>Quit Strata</source>
        <translation>Strata beenden</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Benachrichtigungen</translation>
    </message>
    <message>
        <source>When an answer took long and you are elsewhere.</source>
        <translation>Wenn eine Antwort lange gedauert hat und Sie woanders sind.</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>Ask for the key</source>
        <translation>Schlüssel verlangen</translation>
    </message>
    <message>
        <source>Who does not show it is turned away.</source>
        <translation>Wer ihn nicht vorzeigt, wird abgewiesen.</translation>
    </message>
    <message>
        <source>With other devices the key is always asked for.</source>
        <translation>Bei anderen Geräten wird der Schlüssel immer verlangt.</translation>
    </message>
    <message>
        <source>Without the key every program on this PC can use the model, also those of other people who are logged in here.</source>
        <translation>Ohne Schlüssel kann jedes Programm auf diesem PC das Modell benutzen, auch die anderer Personen, die hier angemeldet sind.</translation>
    </message>
    <message>
        <source>All web pages may ask (*), so the key stays. Name single pages first.</source>
        <translation>Alle Webseiten dürfen fragen (*), darum bleibt der Schlüssel. Nennen Sie zuerst einzelne Seiten.</translation>
    </message>
    <message>
        <source>Other devices in your network</source>
        <translation>Andere Geräte in Ihrem Netz</translation>
    </message>
    <message>
        <source>Phones and other PCs may use the model, too.</source>
        <translation>Auch Telefone und andere PCs dürfen das Modell benutzen.</translation>
    </message>
    <message>
        <source>This PC is in no network at the moment.</source>
        <translation>Dieser PC ist zurzeit in keinem Netz.</translation>
    </message>
    <message>
        <source>Address for them: %1</source>
        <translation>Adresse für sie: %1</translation>
    </message>
    <message>
        <source>Everyone in your network who has the key can use the model.</source>
        <translation>Wer in Ihrem Netz den Schlüssel hat, kann das Modell benutzen.</translation>
    </message>
    <message>
        <source>Nothing is encrypted on the way: others in the network could read along.</source>
        <translation>Unterwegs ist nichts verschlüsselt: andere im Netz könnten mitlesen.</translation>
    </message>
    <message>
        <source>Do not turn this on in a network that you do not trust.</source>
        <translation>Schalten Sie dies nicht in einem Netz ein, dem Sie nicht trauen.</translation>
    </message>
    <message>
        <source>“%1” is not the address of a web page’s server. It looks like https://chat.example or http://localhost:3000, with nothing behind it.</source>
        <translation>„%1“ ist nicht die Adresse des Servers einer Webseite. Sie sieht aus wie https://chat.example oder http://localhost:3000, ohne etwas dahinter.</translation>
    </message>
    <message>
        <source>* stands for all web pages, so it must stand alone.</source>
        <translation>* steht für alle Webseiten und muss darum allein stehen.</translation>
    </message>
    <message>
        <source>All web pages (*) are only possible while the key is asked for: otherwise every page that you open could use the model.</source>
        <translation>Alle Webseiten (*) gehen nur, solange der Schlüssel verlangt wird: sonst könnte jede Seite, die Sie öffnen, das Modell benutzen.</translation>
    </message>
    <message>
        <source>Web pages that may ask</source>
        <translation>Webseiten, die fragen dürfen</translation>
    </message>
    <message>
        <source>None is the rule. Addresses with spaces between them, for chat programs that run in the browser (CORS).</source>
        <translation>Üblich ist keine. Adressen mit Leerzeichen dazwischen, für Chatprogramme, die im Browser laufen (CORS).</translation>
    </message>
    <message>
        <source>Other apps</source>
        <translation>Andere Programme</translation>
    </message>
    <message>
        <source>Let other apps use the model</source>
        <translation>Andere Programme das Modell benutzen lassen</translation>
    </message>
    <message>
        <source>Programs on this PC can ask it as they would ask a service on the internet (local API server). Nothing leaves this PC.</source>
        <translation>Programme auf diesem PC können es fragen, wie sie einen Dienst im Internet fragen würden (lokaler API-Server). Nichts verlässt diesen PC.</translation>
    </message>
    <message>
        <source>Connect an app</source>
        <translation>Programm verbinden</translation>
    </message>
    <message>
        <source>Who may ask</source>
        <translation>Wer fragen darf</translation>
    </message>
    <message>
        <source>How it answers</source>
        <translation>Wie es antwortet</translation>
    </message>
    <message>
        <source>When you and an app ask at the same time</source>
        <translation>Wenn Sie und ein Programm zugleich fragen</translation>
    </message>
    <message>
        <source>An answer that has begun is always finished first.</source>
        <translation>Eine begonnene Antwort wird immer erst beendet.</translation>
    </message>
    <message>
        <source>Me first</source>
        <translation>Ich zuerst</translation>
    </message>
    <message>
        <source>In turn</source>
        <translation>Der Reihe nach</translation>
    </message>
    <message>
        <source>Apps may change the model</source>
        <translation>Programme dürfen das Modell wechseln</translation>
    </message>
    <message>
        <source>An app that asks for another installed model has it loaded; the one before goes. Otherwise the present model answers.</source>
        <translation>Fragt ein Programm nach einem anderen installierten Modell, wird dieses geladen; das bisherige geht. Sonst antwortet das jetzige.</translation>
    </message>
    <message>
        <source>Apps that are connected need the new address then.</source>
        <translation>Verbundene Programme brauchen dann die neue Adresse.</translation>
    </message>
    <message>
        <source>Model size</source>
        <translation>Modellgröße</translation>
    </message>
    <message>
        <source>More sizes are under “Models” in the menu.</source>
        <translation>Weitere Größen stehen im Menü unter „Modelle“.</translation>
    </message>
    <message>
        <source>Any model file of the same kind.</source>
        <translation>Jede Modelldatei derselben Art.</translation>
    </message>
    <message>
        <source>Keep originals</source>
        <translation>Originale behalten</translation>
    </message>
    <message>
        <source>Also keeps a picture as large as it came, up to 36 megapixels, without place and camera; “Save picture” then gives that one.</source>
        <translation>Behält ein Bild auch so groß, wie es kam, bis 36 Megapixel, ohne Ort und Kamera; „Bild speichern“ gibt dann dieses.</translation>
    </message>
    <message>
        <source>Low-memory mode</source>
        <translation>Speichersparmodus</translation>
    </message>
    <message>
        <source>Runs from the disk (SSD). Slower, needs less memory.</source>
        <translation>Läuft vom Laufwerk (SSD). Langsamer, braucht weniger Arbeitsspeicher.</translation>
    </message>
</context>
<context>
    <name>strata::ui::SetupJoint</name>
    <message>
        <source>The model has arrived: %1.</source>
        <translation>Das Modell ist da: %1.</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>New model folder</source>
        <translation>Neuer Modellordner</translation>
    </message>
    <message>
        <source>Sample picture</source>
        <translation>Beispielbild</translation>
    </message>
</context>
<context>
    <name>strata::ui::SetupPage</name>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
</context>
<context>
    <name>strata::ui::SetupWizard</name>
    <message>
        <source>Set up Strata</source>
        <translation>Strata einrichten</translation>
    </message>
    <message>
        <source>Use the built-in practice model for now</source>
        <translation>Vorerst das eingebaute Übungsmodell benutzen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>The setup goes on here the next time.</source>
        <translation>Die Einrichtung geht das nächste Mal hier weiter.</translation>
    </message>
</context>
<context>
    <name>strata::ui::ShortcutDialog</name>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Message before</source>
        <translation>Vorige Nachricht</translation>
    </message>
    <message>
        <source>Next message</source>
        <translation>Nächste Nachricht</translation>
    </message>
    <message>
        <source>Find in this chat</source>
        <translation>In diesem Chat suchen</translation>
    </message>
    <message>
        <source>Copy the last answer</source>
        <translation>Letzte Antwort kopieren</translation>
    </message>
    <message>
        <source>Copy the last piece of code</source>
        <translation>Letztes Stück Code kopieren</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Neu antworten</translation>
    </message>
    <message>
        <source>Fold or unfold the thinking</source>
        <translation>Nachdenken auf- oder zuklappen</translation>
    </message>
    <message>
        <source>To the beginning; to the end, and follow from there</source>
        <translation>Zum Anfang; zum Ende, und von dort an folgen</translation>
    </message>
    <message>
        <source>A page up or down</source>
        <translation>Eine Seite nach oben oder unten</translation>
    </message>
    <message>
        <source>What can be done with a message</source>
        <translation>Was man mit einer Nachricht tun kann</translation>
    </message>
    <message>
        <source>Export this chat</source>
        <translation>Diesen Chat exportieren</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Stop the answer; else close what lies over the chat; else to the message box</source>
        <translation>Antwort anhalten; sonst schließen, was über dem Chat liegt; sonst zum Nachrichtenfeld</translation>
    </message>
    <message>
        <source>Show or hide the list of chats</source>
        <translation>Liste der Chats zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Meters: panel, strip or none</source>
        <translation>Anzeigen: Leiste, Zeile oder keine</translation>
    </message>
    <message>
        <source>Free the memory of the model, or load it</source>
        <translation>Speicher des Modells freigeben oder es laden</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Text of the usual size</source>
        <translation>Schrift in üblicher Größe</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>This map</source>
        <translation>Diese Übersicht</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Message box</source>
        <translation>Nachrichtenfeld</translation>
    </message>
    <message>
        <source>To the message box</source>
        <translation>Zum Nachrichtenfeld</translation>
    </message>
    <message>
        <source>Send, or a new line, as it is set</source>
        <translation>Senden oder neue Zeile, je nach Einstellung</translation>
    </message>
    <message>
        <source>The other of the two</source>
        <translation>Das jeweils andere</translation>
    </message>
    <message>
        <source>In an empty box: change the last message</source>
        <translation>Im leeren Feld: letzte Nachricht ändern</translation>
    </message>
    <message>
        <source>Attach pictures or text files</source>
        <translation>Bilder oder Textdateien anhängen</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Search the chats</source>
        <translation>Chats durchsuchen</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>Nächster Chat</translation>
    </message>
    <message>
        <source>Chat before</source>
        <translation>Voriger Chat</translation>
    </message>
    <message>
        <source>In the list: rename</source>
        <translation>In der Liste: umbenennen</translation>
    </message>
    <message>
        <source>In the list: delete</source>
        <translation>In der Liste: löschen</translation>
    </message>
    <message>
        <source>After deleting: bring back</source>
        <translation>Nach dem Löschen: zurückholen</translation>
    </message>
    <message>
        <source>Keyboard map</source>
        <translation>Tastenübersicht</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>strata::ui::ShortenDialog</name>
    <message>
        <source>Shorten the chat</source>
        <translation>Chat kürzen</translation>
    </message>
    <message>
        <source>The model sums up the beginning of this chat, and the summary takes its place. Nothing is lost: the long version stays beside it, and you can go back to it at the first message.</source>
        <translation>Das Modell fasst den Anfang dieses Chats zusammen, und die Zusammenfassung tritt an seine Stelle. Nichts geht verloren: Die lange Fassung bleibt daneben, und an der ersten Nachricht können Sie zu ihr zurück.</translation>
    </message>
    <message>
        <source>What stays word for word</source>
        <translation>Was wörtlich bleibt</translation>
    </message>
    <message>
        <source>The last message and its answer</source>
        <translation>Die letzte Nachricht und ihre Antwort</translation>
    </message>
    <message numerus="yes">
        <source>The last %n messages and their answers</source>
        <translation>
            <numerusform>Die letzte %n Nachricht und ihre Antwort</numerusform>
            <numerusform>Die letzten %n Nachrichten und ihre Antworten</numerusform>
        </translation>
    </message>
    <message>
        <source>Shorten</source>
        <translation>Kürzen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>strata::ui::SizePage</name>
    <message>
        <source>Which size?</source>
        <translation>Welche Größe?</translation>
    </message>
    <message>
        <source>I want this size all the same</source>
        <translation>Ich will diese Größe trotzdem</translation>
    </message>
    <message>
        <source>All sizes know the same. Larger ones answer better and slower, and need more memory.</source>
        <translation>Alle Größen wissen dasselbe. Größere antworten besser und langsamer und brauchen mehr Speicher.</translation>
    </message>
    <message>
        <source>Other kinds</source>
        <translation>Andere Arten</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>How much it can keep in mind (context length)</source>
        <translation>Wie viel es sich merken kann (Kontextlänge)</translation>
    </message>
    <message>
        <source>Longer chats and documents, more memory. 32 K are about 80 pages.</source>
        <translation>Längere Chats und Dokumente, mehr Speicher. 32 K sind etwa 80 Seiten.</translation>
    </message>
    <message>
        <source>It can be downloaded, but is not started on this PC.</source>
        <translation>Sie lässt sich herunterladen, wird auf diesem PC aber nicht gestartet.</translation>
    </message>
    <message>
        <source>It can be used; this is what to expect.</source>
        <translation>Sie lässt sich benutzen; damit ist zu rechnen.</translation>
    </message>
    <message>
        <source>No size fits this PC. You can choose one all the same, or use the built-in practice model.</source>
        <translation>Keine Größe passt auf diesen PC. Sie können trotzdem eine wählen oder das eingebaute Übungsmodell benutzen.</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>empfohlen</translation>
    </message>
    <message>
        <source>Memory: %1 GB. Download: %2.</source>
        <translation>Arbeitsspeicher: %1 GB. Download: %2.</translation>
    </message>
    <message>
        <source>Writes: %1.</source>
        <translation>Schreibt: %1.</translation>
    </message>
    <message>
        <source>What suits (%1)</source>
        <translation>Was passt (%1)</translation>
    </message>
</context>
<context>
    <name>strata::ui::StartNotice</name>
    <message>
        <source>Strata closed while it was loading the model, so the model is not loaded by itself now. Your chats are safe.</source>
        <translation>Strata schloss sich, während es das Modell lud, daher wird es jetzt nicht von selbst geladen. Ihre Chats sind sicher.</translation>
    </message>
    <message>
        <source>Load the model</source>
        <translation>Modell laden</translation>
    </message>
    <message>
        <source>Smaller settings…</source>
        <translation>Kleinere Einstellungen …</translation>
    </message>
    <message>
        <source>Strata closed unexpectedly several times, so the model is not loaded by itself now. Your chats are safe.</source>
        <translation>Strata schloss sich mehrmals unerwartet, daher wird das Modell jetzt nicht von selbst geladen. Ihre Chats sind sicher.</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Strata closed unexpectedly. Your chats are safe.</source>
        <translation>Strata schloss sich unerwartet. Ihre Chats sind sicher.</translation>
    </message>
    <message>
        <source>Open normally</source>
        <translation>Normal öffnen</translation>
    </message>
    <message>
        <source>Open without loading the model</source>
        <translation>Öffnen, ohne das Modell zu laden</translation>
    </message>
    <message>
        <source>Diagnostics…</source>
        <translation>Diagnose …</translation>
    </message>
</context>
<context>
    <name>strata::ui::StepDots</name>
    <message>
        <source>Step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
</context>
<context>
    <name>strata::ui::StoreNotices</name>
    <message>
        <source>Chats cannot be stored (%1). What you write now is lost when Strata is closed.</source>
        <translation>Chats können nicht gespeichert werden (%1). Was Sie jetzt schreiben, ist weg, wenn Strata geschlossen wird.</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>The file with your chats is damaged. %1 of %2 messages could be read. The file is kept untouched as %3.</source>
        <translation>Die Datei mit Ihren Chats ist beschädigt. %1 von %2 Nachrichten waren lesbar. Die Datei bleibt unverändert als %3 erhalten.</translation>
    </message>
    <message>
        <source>The file with your chats is damaged (%1) and nothing in it could be read. It is kept untouched as %2, and a new list was begun.</source>
        <translation>Die Datei mit Ihren Chats ist beschädigt (%1), und nichts darin war lesbar. Sie bleibt unverändert als %2 erhalten, und eine neue Liste wurde begonnen.</translation>
    </message>
    <message>
        <source>Open what is there</source>
        <translation>Öffnen, was da ist</translation>
    </message>
    <message>
        <source>Show file</source>
        <translation>Datei zeigen</translation>
    </message>
    <message>
        <source>The chat could not be saved (%1). It is still open; do not close Strata.</source>
        <translation>Der Chat konnte nicht gespeichert werden (%1). Er ist noch offen; schließen Sie Strata nicht.</translation>
    </message>
    <message>
        <source>Save elsewhere</source>
        <translation>Woanders speichern</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>This chat could not be read (%1).</source>
        <translation>Dieser Chat konnte nicht gelesen werden (%1).</translation>
    </message>
    <message>
        <source>This chat is damaged (%1). When Strata starts the next time, it reads what is there; the file is kept untouched.</source>
        <translation>Dieser Chat ist beschädigt (%1). Beim nächsten Start liest Strata, was noch da ist; die Datei bleibt unverändert.</translation>
    </message>
    <message>
        <source>The file with your chats is damaged (%1). The daily copy of %2 was taken instead. The damaged file is kept untouched as %3.</source>
        <translation>Die Datei mit Ihren Chats ist beschädigt (%1). Stattdessen wurde die Tageskopie vom %2 genommen. Die beschädigte Datei bleibt unverändert als %3 erhalten.</translation>
    </message>
    <message>
        <source>Your chats were stored by a newer version of Strata. This one only shows them; what you write now is lost when Strata is closed.</source>
        <translation>Ihre Chats stammen von einer neueren Version von Strata. Diese hier zeigt sie nur; was Sie jetzt schreiben, ist weg, wenn Strata geschlossen wird.</translation>
    </message>
    <message>
        <source>Your chats were stored by a newer version of Strata, which this one cannot read. They are kept as they are; what you write now is lost when Strata is closed.</source>
        <translation>Ihre Chats stammen von einer neueren Version von Strata, die diese hier nicht lesen kann. Sie bleiben, wie sie sind; was Sie jetzt schreiben, ist weg, wenn Strata geschlossen wird.</translation>
    </message>
    <message>
        <source>Your chats can be read, but nothing can be stored (%1). What you write now is lost when Strata is closed.</source>
        <translation>Ihre Chats lassen sich lesen, aber nichts lässt sich speichern (%1). Was Sie jetzt schreiben, ist weg, wenn Strata geschlossen wird.</translation>
    </message>
</context>
<context>
    <name>strata::ui::SummaryWriter</name>
    <message>
        <source>there is no room left for a summary</source>
        <translation>für eine Zusammenfassung ist kein Platz mehr</translation>
    </message>
    <message>
        <source>chats that are not stored, or have pictures, cannot be summed up</source>
        <translation>Chats, die nicht gespeichert sind oder Bilder haben, können nicht zusammengefasst werden</translation>
    </message>
    <message>
        <source>it was stopped</source>
        <translation>es wurde angehalten</translation>
    </message>
</context>
<context>
    <name>strata::ui::ThinkingButton</name>
    <message>
        <source>Short</source>
        <translation>Kurz</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Long</source>
        <translation>Lang</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>Genau</translation>
    </message>
    <message>
        <source>Careful</source>
        <translation>Vorsichtig</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Lively</source>
        <translation>Lebhaft</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Thinks before answering. Better for hard questions, slower.</source>
        <translation>Denkt vor der Antwort nach. Besser bei schweren Fragen, langsamer.</translation>
    </message>
    <message>
        <source>Thinking before the answer</source>
        <translation>Nachdenken vor der Antwort</translation>
    </message>
    <message>
        <source>Style (temperature)</source>
        <translation>Stil (Temperatur)</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>Thinking: %1</source>
        <translation>Nachdenken: %1</translation>
    </message>
    <message>
        <source>Thinking: %1. Style: %2</source>
        <translation>Nachdenken: %1. Stil: %2</translation>
    </message>
</context>
<context>
    <name>strata::ui::ThinkingFold</name>
    <message>
        <source>Folded</source>
        <translation>Zugeklappt</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>Unfolded</source>
        <translation>Aufgeklappt</translation>
    </message>
</context>
<context>
    <name>strata::ui::TimesPopup</name>
    <message>
        <source>Times and numbers of this answer</source>
        <translation>Zeiten und Zahlen dieser Antwort</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy these numbers</source>
        <translation>Diese Zahlen kopieren</translation>
    </message>
</context>
<context>
    <name>strata::ui::Tray</name>
    <message>
        <source>Open Strata</source>
        <translation>Strata öffnen</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen …</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Strata – %1</source>
        <translation>Strata – %1</translation>
    </message>
    <message>
        <source>Let other apps use the model</source>
        <translation>Andere Programme das Modell benutzen lassen</translation>
    </message>
    <message>
        <source>Other apps use the model: %1</source>
        <translation>Andere Programme benutzen das Modell: %1</translation>
    </message>
    <message>
        <source>Other apps cannot come in: %1</source>
        <translation>Andere Programme kommen nicht herein: %1</translation>
    </message>
    <message>
        <source>Other devices in the network can use the model.</source>
        <translation>Andere Geräte im Netz können das Modell benutzen.</translation>
    </message>
    <message>
        <source>Other apps can use the model.</source>
        <translation>Andere Programme können das Modell benutzen.</translation>
    </message>
    <message>
        <source>%1 · downloading, %2 %</source>
        <translation>%1 · lädt herunter, %2 %</translation>
    </message>
    <message>
        <source>%1 · the download needs you</source>
        <translation>%1 · der Download braucht Sie</translation>
    </message>
    <message>
        <source>%1 · download paused, %2 %</source>
        <translation>%1 · Download angehalten, %2 %</translation>
    </message>
    <message>
        <source>Pause download</source>
        <translation>Download anhalten</translation>
    </message>
    <message>
        <source>Go on with the download</source>
        <translation>Download fortsetzen</translation>
    </message>
</context>
<context>
    <name>strata::ui::TrialPage</name>
    <message>
        <source>Try it</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>Geladen</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Noch einmal prüfen</translation>
    </message>
    <message>
        <source>Use safe settings</source>
        <translation>Sichere Einstellungen benutzen</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>Loading the model. The PC may feel slow for 1 to 3 minutes. That is normal.</source>
        <translation>Lädt das Modell. Der PC kann 1 bis 3 Minuten lang träge sein. Das ist normal.</translation>
    </message>
    <message>
        <source>Checking for about 10 seconds that answers come out right.</source>
        <translation>Prüft etwa 10 Sekunden lang, ob richtige Antworten herauskommen.</translation>
    </message>
    <message>
        <source>Measuring how fast it reads and writes.</source>
        <translation>Misst, wie schnell es liest und schreibt.</translation>
    </message>
    <message>
        <source>The model is loaded, checked and measured once.</source>
        <translation>Das Modell wird einmal geladen, geprüft und gemessen.</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>This size does not go with this PC, so it is not started. The practice model stays in use; the files stay where they are.</source>
        <translation>Diese Größe passt nicht zu diesem PC und wird daher nicht gestartet. Das Übungsmodell bleibt in Gebrauch; die Dateien bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Works. Reads %1, writes %2 pieces of words per second.</source>
        <translation>Geht. Liest %1, schreibt %2 Wortstücke je Sekunde.</translation>
    </message>
    <message>
        <source>That is faster than you can read.</source>
        <translation>Das ist schneller, als Sie lesen können.</translation>
    </message>
    <message>
        <source>That is about as fast as you can read.</source>
        <translation>Das ist etwa so schnell, wie Sie lesen können.</translation>
    </message>
    <message>
        <source>That is slower than you can read.</source>
        <translation>Das ist langsamer, als Sie lesen können.</translation>
    </message>
    <message>
        <source>The self-check gave a different answer than expected. Results may be wrong on this PC.</source>
        <translation>Die Selbstprüfung ergab eine andere Antwort als erwartet. Ergebnisse können auf diesem PC falsch sein.</translation>
    </message>
    <message>
        <source>%1 The practice model stays in use.</source>
        <translation>%1 Das Übungsmodell bleibt in Gebrauch.</translation>
    </message>
</context>
<context>
    <name>strata::ui::UsageBar</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>strata::ui::WelcomePage</name>
    <message>
        <source>Welcome to Strata</source>
        <translation>Willkommen bei Strata</translation>
    </message>
    <message>
        <source>Strata is a chat with a language model that works on your own PC and keeps what you say there.</source>
        <translation>Strata ist ein Chat mit einem Sprachmodell, das auf Ihrem eigenen PC arbeitet und dort behält, was Sie sagen.</translation>
    </message>
    <message>
        <source>It runs on this PC.</source>
        <translation>Es läuft auf diesem PC.</translation>
    </message>
    <message>
        <source>It works without internet after the setup.</source>
        <translation>Nach dem Einrichten geht es ohne Internet.</translation>
    </message>
    <message>
        <source>It is free to remove, and leaves nothing behind that you do not want to keep.</source>
        <translation>Es lässt sich jederzeit entfernen und hinterlässt nichts, was Sie nicht behalten wollen.</translation>
    </message>
    <message>
        <source>What it costs: about 70 GB of disk, and 20 to 90 minutes of download, which you can interrupt. Nothing is downloaded before you say so.</source>
        <translation>Was es kostet: etwa 70 GB auf der Platte und 20 bis 90 Minuten Download, den Sie unterbrechen können. Heruntergeladen wird erst, wenn Sie es sagen.</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
</context>
</TS>
