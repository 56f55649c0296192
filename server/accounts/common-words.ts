// Parts of long but weak passwords: common lists and words of this application, normalized as in password-rules.ts.
const text = `
password passwort passwd kennwort pass geheim geheimnis secret losung zugang login logon signin anmelden anmeldung admin
administrator administration root system master user users benutzer nutzer guest gast test testen tester testing demo
default standard changeme aendern neu new old alt start initial welcome willkommen hallo hello hi servus moin tschuess
crisis krise krisen krisenstab krisenteam stab alarm alarmierung meldung meldekette notfall emergency einsatz einsatzleitung
leitung katastrophe katastrophenschutz feuerwehr fire rettung rettungsdienst polizei police sanitaet sanitaeter klinik
klinikum krankenhaus hospital spital gemeinde stadt kreis landkreis landratsamt rathaus buergermeister verwaltung behoerde
amt zentrale leitstelle sicherheit security safety schutz protect warnung warning ereignis event lage lagebericht bericht
company firma unternehmen organisation organization abteilung station personal team gruppe group verein verband office
buero computer laptop rechner internet network netzwerk server service support helpdesk email mail telefon handy phone
iphone android windows microsoft google facebook apple samsung amazon twitter youtube instagram whatsapp linux oracle
cisco database datenbank hacker access cloud online website
qwerty qwertz qwertyuiop qwertzuiop asdf asdfgh asdfghjkl asdfasdf yxcvbnm zxcvbnm zxcvbn yxcvb qazwsx qaywsx wsxedc edcrfv
qweasd qweasdzxc qweasdyxc abc abcd abcde abcdef abcdefg abcdefgh xyz
letmein trustno iloveyou loveyou ichliebedich liebe love lovely lover schatz schatzi schatzilein maus mausi hase hasi baby
babe darling honey sweety sweetheart engel angel princess prinzessin prinz prince king queen koenig kaiser sunshine sonne
sonnenschein sommer summer winter fruehling spring herbst autumn sunday sonntag monday montag tuesday dienstag mittwoch
wednesday donnerstag thursday freitag friday samstag saturday januar january februar february maerz march april mai may
juni june juli july august september oktober october november dezember december weihnachten christmas ostern easter
silvester urlaub holiday ferien wochenende weekend heute today morgen tomorrow jahr year
football fussball soccer baseball basketball hockey tennis handball sport golf bayern bayernmuenchen fcbayern dortmund
borussia schalke werder hamburg hsv stpauli koeln frankfurt eintracht hertha leverkusen gladbach stuttgart nuernberg
liverpool arsenal chelsea manchester united manchesterunited barcelona realmadrid juventus yankees lakers cowboys
steelers eagles dodgers ferrari porsche mercedes bmw audi volkswagen golfgti opel ford mustang corvette harley yamaha honda
kawasaki suzuki toyota
dragon drache monkey affe tiger lion loewe eagle adler wolf bear baer hund dog katze cat kitty pferd horse vogel bird fisch
fish schmetterling butterfly panther falcon falke dolphin delfin shadow schatten killer ninja samurai pirate pirat batman
superman spiderman starwars startrek pokemon pikachu minecraft fortnite matrix hunter ranger soldier warrior jordan
pepper ginger cookie chocolate schokolade banana banane apfel orange cheese kaese coffee kaffee beer bier wein wine pizza
flower blume rose rosen garten garden haus house home heimat zuhause familie family mutter mother mama vater father papa
bruder brother schwester sister kinder kind child oma opa freund freunde freundin friend friends
alexander alexandra andrea andreas angela anna anne anja antje barbara bastian benjamin bernd birgit brigitte charlie
charlotte chris christian christine christina claudia daniel daniela david dennis dieter dirk dominik elisabeth emma
erik eva felix florian frank franz fritz gabriele georg gerhard günter guenter hannah hans harald heike heinz helga
helmut herbert holger horst ingrid jan jana jasmin jens jennifer jessica joachim johanna johannes jonas joerg joshua
juergen julia julian jutta karin karl katharina kathrin katja kerstin klaus kevin lara lars laura lea lena leon lisa
louis luca lukas manfred manuela maria marie mario marion markus martin martina matthew matthias max maximilian melanie
michael michaela michelle mia monika moritz nadine nicole nicolas nico niklas nina norbert oliver olaf patrick paul
paula peter petra philipp rainer ralf renate robert robin sabine samuel sandra sarah sascha sebastian silke silvia
simon sofia sophie stefan stefanie steffen susanne sven tanja thomas thorsten tim tobias tom torsten ulrich ulrike uwe
ursula vanessa vera volker walter werner wolfgang yvonne andrew anthony ashley austin brandon brian george harry heather
jack jackson james john johnny joseph justin madison mary michele morgan nathan nicholas rachel richard ryan samantha
scott steven taylor tyler victoria william
berlin muenchen munich hannover leipzig dresden bremen essen duisburg bochum wuppertal bielefeld bonn muenster mannheim
karlsruhe augsburg wiesbaden freiburg mainz kiel luebeck erfurt rostock kassel potsdam saarbruecken heidelberg regensburg
wuerzburg ulm passau konstanz wien vienna graz linz salzburg innsbruck zuerich zurich basel bern genf luzern deutschland
germany oesterreich austria schweiz switzerland europa europe bayernland sachsen hessen london paris newyork america
freedom freiheit forever immer fuer future zukunft magic magie mystery geheimagent access whatever nothing nichts
everything alles money geld million lottery lotto lucky glueck gluecklich happy super mega ultra power star stars sterne
mond moon himmel heaven hoelle hell teufel devil gott god jesus christus jesuschrist bible bibel blessed faith hope
peace frieden music musik guitar gitarre metallica nirvana eminem beatles slipknot rockyou rock trinity genesis phoenix
diamond diamant silver silber gold golden black schwarz white weiss red rot blue blau green gruen yellow gelb purple lila
one two three eins zwei drei ich du und and the der die das ist is my mein meine dein your our unser
correcthorsebatterystaple lorem ipsum dolor foobar blabla nopassword keinpasswort unbelievable
`;

/** Words that count as a single character of a password's strength. */
export const commonWords: readonly string[] = [...new Set(text.trim().split(/\s+/))];
