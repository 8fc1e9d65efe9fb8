/** Whole words of the tiny model: common words of English-language interfaces. */
export const WORDS = `
a about above accept access account accounts action actions active activity actual add added address
addresses admin adults advanced after again agree agreement airport alert alerts all allow alt
amount an and any app apparel apply apps archive are area arrival article articles as ask asset at
attach audio author auto available avatar average back bag balance banner bar base basic basket be
beauty bed before begin below best beta better big bill billing bin birth black block blog blue
board body bold book booking bookmark books both bottom box brand brands break brown browse browser
budget bug build bulk business button buy by calendar call camera cancel car card cards care career
careers cart case cash catalog categories category cc center chair change channel chart chat check
checkbox checked checkout child children choice choose city class classic clean clear click client
close closed cloud code collapse collection color colour column columns combo come comment comments
commit common community company compare complete condition conditions confirm connect contact
content contents continue control cookie cookies copy cost count country coupon course cover create
created credit currency current custom customer customers cut daily dark dashboard data date day
days deal deals debit decrease default delete delivery demo department departure depth describe
description design desk desktop destination detail details device dialog digital direct directory
disable discount discover display do docs document documents domain done down download draft draw
drop dropdown due duration each early edit editor education email embed empty enable end enter entry
error event events every example exit expand experience expiry explore export express extra face
fair family faq fashion fast favorite favorites feature features fee feed feedback field file files
fill film filter filters final find first fit fix flag flight flights floor follow food for forgot
form format forms forum forward free friday friend friends from full fun furniture gallery game
games garden general get gift gifts give global go good google graph gray great green grid group
groups guest guests guide half hand handle hard has have head header health heart heavy height hello
help here hide high highlight history home hotel hotels hour hours house how icon id idea image
images import in inbox include increase index info information input insert install into invite
invoice is issue issues it italic item items january job jobs join june july keep key keyboard
keyword kids kitchen label labels lamp land language large last latest launch layout lead learn
leave left legal length less let level library license light like limit line link links list lists
live load loan local location lock log login logo logout long look lost love low machine mail main
make man manage manager map march mark market master match material max me measure media medium meet
meeting member members men menu merge message messages method middle min mobile mode model monday
money month monthly more most mouse move movie movies much multiple music mute my name names native
navigation near need network never new news newsletter next night no none normal not note notes
notice notification notifications november now number numbers oak of off offer offers office old on
one online only open option optional options or order orders organization other our out outdoor over
overview own owner page pages paid panel paper parent park part partner party pass passenger
passengers password past paste path pause pay payment payments pending people per percent permission
person personal pet phone photo photos pick picker picture pin pine place plain plan plane plans
platform play player please plus point policy popular portal position post postal posts power
premium press preview previous price prices pricing primary print priority privacy private pro
problem process product products professional profile profiles program progress project projects
promo promotion property province public publish pull purchase push quality quantity query question
questions queue quick quiet radio random range rate rating ratings read ready real receipt recent
recipe record records recover red reduce refresh refund region register registration reject related
release reload remember remind reminder remove rename rent repeat reply report reports request
requests required research reserve reset resource resources response rest restaurant restaurants
restore result results resume retry return returns review reviews right role room rooms round row
rows rule rules run safe safety sale sales same sample saturday save saved savings scale schedule
school science screen scroll search season seat seats second secret section security see select
selected self sell send sent series service services session set settings setup share sheet shelf
ship shipping shirt shoes shop shopping short show side sidebar sign silver simple single site size
sizes skip slide slider small smart social software sold solution some song sort sound source space
special speed sports staff standard star stars start state statement station status stay step steps
still stock stop store stores story street student students style sub subject submit subscribe
subscription summary sunday support survey switch system tab table tablet tabs tag tags take task
tasks team teams tech template term terms test text than thank thanks that the theme then there
these this thumb thursday ticket tickets time title to today together toggle token tomorrow tool
toolbar tools top topic topics total touch tour town toys track trade traffic train training
transfer translate trash travel tree trending trial trip trips true try tuesday turn tv two type
types under undo unit units unlimited up update updates upgrade upload url usage use used user
username users using valid value values variant vehicle version very video videos view views visa
visit voice volume wait walk wall walnut want warning watch water way we weather web website
wednesday week weekly weight welcome what when where which white who why wide width wifi win window
wish wishlist with within women wood word words work works world wrap write year yearly years yellow
yes yesterday you your zero zip zone zoom
`
  .trim()
  .split(/\s+/);

/** Frequent ends and syllables, kept as continuations (`##ing`) so that unknown words split sensibly. */
export const ENDINGS = `
ing ed er ers es est ly ion ions tion tions ation ment ments ness able ible al ally ful less ity ies
ive ize ized ise ous ish ist ship ward age ance ence ant ent ary ery ory ade ate ated ates ating
ator ify ism logy graph phone mail book time box line work name word code up down out in on off over
load list view page site side ware way day land man men one two th st nd rd re un de co ex pre pro
con com dis mis sub per ter tor der ver ber ger ker ler mer ner rer ser ster ther ton son sen den
ten gen ken len nen ren ven ble cle dle fle gle kle ple tle cal ical tic ric nic mic lic ell all ill
oll ull and end ind ond und ang eng ong ung ank ink onk unk ack eck ick ock uck ash esh osh ush ast
ost ust art ert ort urt ard erd ord urd ar ir or ur an en om um am im at et it ot ut ad id od ud ap
ep ip op ab eb ib ob ub ag eg ig og ug ai au ay ea ee ei eu ey ie io oa oe oi oo ou ow oy ue ui aw
ew qu ch sh ph wh ck ng gh ss ll tt nn mm pp rr ff zz bb dd gg cc ts ns rs ls ds ks ms ps
`
  .trim()
  .split(/\s+/);
