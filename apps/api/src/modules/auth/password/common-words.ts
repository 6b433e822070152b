/**
 * Words that people build passwords from, folded to small letters. With the patterns of `strength.ts` (digits and signs
 * around them, letters replaced by look-alikes, repetition) they stand for some hundred thousand common passwords.
 */
const words = `
password passwort contrasena clave passcode passphrase pass pwd secret secreto login logon access acceso admin administrator
administrador root user usuario guest visitor visitante demo test testing tester example sample default changeme change
temp temporary welcome bienvenido hello hola letmein open sesame opensesame enter please trustno trustnoone nothing unknown
master manager staff office reception security seguridad private account server system computer internet network wifi
qwerty qwertz azerty qwert asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc qweqwe wasd poiuyt lkjhgf mnbvcxz
abc abcd abcde abcdef abcdefg abcdefgh xyz aaa
love iloveyou loveyou teamo amor miamor lovely loveme sweetheart darling honey baby babygirl babyboy princess princesa angel
sunshine rainbow flower butterfly summer winter spring autumn verano invierno primavera january february march april june
july august september october november december monday tuesday wednesday thursday friday saturday sunday enero febrero marzo
abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo
dragon monkey tiger lion eagle falcon panther wolf bear shark dolphin horse pony puppy kitty kitten doggie fluffy buster
charlie jordan michael michelle jessica ashley daniel andrew joshua matthew thomas robert anthony nicole jennifer amanda
hannah sarah samantha oliver jack harry george william james maria jose carlos juan alejandro diego sofia camila valentina
football futbol soccer baseball basketball hockey cricket rugby tennis golf liverpool chelsea arsenal barcelona madrid
realmadrid juventus manchester yankees lakers cowboys steelers broncos tigers eagles bulldogs
superman batman spiderman pokemon pikachu starwars skywalker yoda gandalf hobbit matrix ninja samurai pirate wizard magic
merlin phoenix shadow killer hunter ranger soldier warrior gladiator maverick viper cobra storm thunder lightning blaze
freedom liberty jesus jesucristo christ blessed heaven faith church dios
money dollar bitcoin crypto business company empresa work trabajo job boss
australia sydney melbourne brisbane perth adelaide darwin hobart canberra america london paris mexico espana argentina
colombia chile peru california texas newyork chicago
google facebook instagram twitter youtube netflix amazon apple iphone samsung android windows microsoft linux minecraft
fortnite roblox xbox playstation nintendo
chocolate cookie coffee cheese banana orange lemon cherry peanut pepper ginger cupcake pizza whiskey tequila cerveza beer
ferrari porsche mercedes toyota honda mustang corvette harley yamaha camaro
music guitar piano rockstar metallica nirvana eminem blink hiphop
purple yellow silver golden diamond crystal black white green orange azul rojo verde negro blanco
forever family familia friends amigos mother father mama papa mommy daddy brother sister hermano hermana
whatever nevermind asshole fuckyou fuckme bitch sexy hottie lovers biteme suckit
cameron hammer trinity victoria alexander isabella elizabeth benjamin jasper cooper bailey maggie molly daisy lucky rocky
sparky happy smile smiley funny crazy cool awesome super mega ultra power energy
`

export const commonWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
