/** Usual names with letters beyond ASCII, by language. */
export const namesByLanguage: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    pl: `Łukasz Wójcik Michał Zając Paweł Wiśniewski Dąbrowski Zieliński Szymański Woźniak Kozłowski Pawłowski Jabłoński Król
      Wróbel Stępień Górski Wróblewski Bąk Włodarczyk Sokołowski Szczepański Kaźmierczak Głowacki Urbański Ziółkowski
      Kołodziej Błaszczyk Gołębiowski Cieślak Jasiński Kozieł Błażej Małgorzata Elżbieta Grażyna Żaneta Zdzisław Bogusław
      Mirosław Stanisław Wacław Przemysław Jarosław Radosław Bolesław Świątek Śliwa Żuk Źrebiec Ślusarczyk Gruszczyński
      Kępiński Kłos Łapiński Łoś Ćwik Ćwikła Dębski Gębala Gąsior Wąsik Pająk Zięba Kęska Sęk Rząsa Jeż Róża Wąż Wójt`,
    cs: `Jiří Dvořák Šťastná Novák Novotný Dvořáková Černý Procházka Kučera Veselý Horák Němec Pokorný Pospíšil Hájek Jelínek
      Král Růžička Beneš Sedláček Doležal Kolář Krejčí Navrátil Čermák Vaněk Blažek Kříž Kovář Kratochvíl Bartoš Vlček Polák
      Kopecký Šimek Konečný Malý Čech Štěpánek Staněk Hruška Šťastný Mareš Tichý Sýkora Bureš Vávra Říha Ševčík Hrubý Mašek
      Dušek Pavlík Hašek Bláha Žák Šebesta Tomeš Matoušek Kašpar Ježek Jaroš Vítek Bílek Křížek Tůma Pešek Vondráček Řehoř
      Ondřej Tomáš Lukáš Matěj Vojtěch Štěpán Věra Zdeněk Luděk Bořivoj Kateřina Eliška Růžena Žofie Květa Líšeň Žďár Třebíč
      Jičín Děčín Ústí Šumperk Kroměříž Břeclav Hřebíček Ďáblová Šnajdr Škoda Žižka Čapek Ťopek Ňuchal`,
    sk: `Kováč Horváth Tóth Baláž Molnár Lukáč Kováčová Polák Kollár Novák Krajčí Hudák Gajdoš Šimko Blaško Ďurica Ďuriš Kňaz
      Ľuboš Ľudmila Číž Mišík Žilinský Hrušovský Beňo Beňuš Medveď Paľo Maťko Šťastný Vašek Kočiš Mičko Urbančík Zelenák
      Zeľo Vŕba Hĺbka Kĺč Slivková Dubnička`,
    hu: `Győző Erdős Szűcs Kőszegi Lőrincz Bőr Kovács Tóth Szabó Horváth Molnár Németh Takács Juhász Mészáros Oláh Rácz
      Szilágyi Török Fehér Gál Pintér Lukács Gulyás Bíró Király László Bogdán Balázs Hegedűs Szőke Fülöp Sándor Zsófia Ágnes
      Éva Ildikó Ernő Jenő Gergő Dezső Gyűrű Űrhajós Hűvös Füst Dömötör Őri Kőműves Szőllősi Bordás Vörös Sebők Tőkés Győri`,
    ro: `Răzvan Pătru Ionuţ Bălan Săveni Buzău Aurică Ştefan Mureşan Ţăran Mihăilescu Stănescu Văcărescu Brătianu Brâncuşi
      Câmpeanu Românescu Vîlcu Dănilă Cătălin Mădălina Ghiţă Moţoc Rareş Dragoş Bogdăneanu Crăciun Grigoraş Păun Lupaşcu
      Nuţă Fănică Sârbu Ţurcanu`,
    hr: `Đorđević Babić Čavalić Srećko Magdić Čakovec Burušak Šarić Kovačević Marić Jurić Kovačić Knežević Vuković Matić Tomić
      Petrović Pavlović Šimić Perić Božić Blažević Grgić Pavić Radić Filipović Vidović Ivančić Šegota Žagar Živković Čorić
      Ćosić Ćurić Đukić Đurić Žarko Krešimir Mišo Đuro Željko Šime Črnomelj Kočevje Žnidaršič Zupančič Potočnik Šuštar
      Križaj Hočevar`,
    tr: `Ayşe Yıldız Güneş Çağla Öz Öztürk Yılmaz Şahin Çelik Yıldırım Aydın Özdemir Doğan Kılıç Çetin Koç Özkan Şimşek Çakır
      Erdoğan Işık Güler Yalçın Avcı Gümüş Ünal Coşkun Sönmez Taş Uğur Ergün Tuğçe İbrahim İsmail Şükrü Oğuz Gökhan Çiğdem
      Şeyma Büşra Tülin Kıvanç Ilgın Sırrı Bağcı Dağ Kuş Ağca`,
    de: `Müller Jörg Täßig Köhler Groß Übel Öztürk Änne Weiß Schäfer Bäcker Jäger König Krüger Böhm Günther Lüdtke Jürgen Götz
      Käthe Gräfe Grün Schröder Möller Böttcher Kühn Jähnichen Löffler Strauß Heß Preuß Voß Prüß Süß Bräuer Häusler
      Säuberlich Köster Fröhlich Rößler Schönfeld Vögele Zöllner Äckerle Öhler Überle Mühlhäußer`,
    fr: `René Zoë André José Hélène Agnès François Benoît Loïc Anaïs Geneviève Brière Chêne Prêtre Besançon Cœur Août Bücherie
      Léa Chloé Noël Raphaël Maël Gaëtan Étienne Éric Émile Joël Michèle Thérèse Lefèvre Gérard Müller Barthélemy Côté
      Bélanger Lévesque Gagné Théo Dubé Désiré Rémy Cécile Solène`,
    es: `Núñez Peña Íñigo González Rodríguez Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Hernández Díaz Álvarez
      Muñoz Gutiérrez Domínguez Vázquez Ramírez Ibáñez Marín Iñaki Ángel José María Óscar Iván Andrés Ramón Begoña Ávila
      Cádiz João Simões Guimarães Inês Conceição Araújo Gonçalves Magalhães Luís Antônio Mourão Camões`,
    no: `Sørensen Møller Bjørn Øyvind Østre Sorø Kjær Ærø Sæby Ødegård Åberg Ångström Näslund Sjöberg Göran Åke Björk Håkan
      Märta Jørgen Søren Nygård Bråten Hyvinkää Päivi Töölö Mäkinen Hämäläinen Väisänen Jääskeläinen Räikkönen Lehtomäki Þór
      Guðmundur Sigríður Björgvin Ásgeir`,
    it: `Calì Praticò Giosuè Niccolò Nicolò Forlì Cantù Università Rosà Donà Cefalù Gesù Bartolomè Josè`,
    ru: `Анна Петрова Иванов Сергей Кузнецов Наталья Ольга Щербаков Юрий Цветкова Жуков Ёлкин`,
  }).map(([language, names]) => [language, names.split(/\s+/)]),
);
