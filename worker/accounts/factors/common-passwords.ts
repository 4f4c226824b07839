/**
 * Words that many passwords consist of, as lists of leaked passwords show: alone, or with some digits and signs around them.
 * Without spaces, signs and capitals, and in full where people write `passw0rd`.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `aaaaaa abcabc abcdef abcdefg abcdefgh access adidas administrator admin adminadmin alexander alexis amanda america andrea andrew
   angel angels anthony apple april arsenal asdf asdfasdf asdfgh asdfghjk asdfghjkl ashley august austin azerty azertyuiop badboy
   bailey banana barcelona baseball basketball batman beautiful bigdog biteme blahblah blink booboo brandon butterfly buster
   california calvin camaro captain changeme changeit charlie chelsea cheese chester chicken chocolate chris christian christmas
   cocacola coffee company computer contrasena cookie cooper corvette cowboy cowboys dakota dallas daniel database david
   december default demo denver diamond dolphin dolphins dragon eagles einstein elephant elizabeth eminem emmanuel england
   enter estrella everton facebook family february ferrari fishing flower football forever formula france freedom friday friends
   gandalf garfield gateway genesis george giants ginger gizmo golden goldfish golfer google gordon guest guitar hallo hammer hannah
   happy harley heather hello hellohello helloworld hockey hotdog hunter iceman iloveme iloveyou india internet jackson january
   jasmine jennifer jessica jesus jordan joseph joshua july june junior justin kaiser karina killer kitten lakers leadline letmein
   letmeinn liverpool london lovely loveme lovers loveyou madison maggie magic manager manchester marina marlboro martin master
   matrix matthew maverick member mercedes merlin metallica michael michelle mickey midnight miller monday monkey monster morgan
   motdepasse mother mountain mustang myspace naruto natalie newpass newpassword newyork nicholas nicole ninja november nothing
   october oliver orange pakistan pass passord passpass passw passwd password passwort passwords patrick peanut pepper phoenix
   pokemon porsche pretty princess purple qazwsx qazwsxedc qwaszx qwer qwerty qwertyui qwertyuiop qwertz qwertzuiop rabbit rachel
   raiders rainbow rangers realmadrid richard robert rocket root sakura salasana samantha samsung sandra saturday schatz secret
   security senha september server service shadow silver simple slipknot snoopy snowball soccer sommer spider spiderman starwars
   steelers stephanie steven success summer sunday sunflower sunshine superadmin superman superstar supervisor support sverige sweden
   system taylor temp temporary test teste tester testing testtest thebest thomas thunder thursday tigger tinkerbell toyota trustno
   tuesday unknown user username vanessa victoria wachtwoord wednesday welcome welcomeback welkom whatever william willkommen
   winner winter wizard yankees yellow zaqwsx zxcvbn zxcvbnm losenord adgangskode haslo fussball fotboll fotball lozinka parola sifre
   qweasd qweasdzxc qweqwe asdasd zxczxc qqww aabb velkommen sommar vinter norge norway danmark denmark deutschland germany`
    .trim()
    .split(/\s+/),
);
