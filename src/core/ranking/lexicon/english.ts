/** Words and phrases that name one idea in interfaces. Lower case, words apart by one space. */
export interface Concept {
  same: readonly string[];
  near?: readonly string[];
}

/** The lines of a table in a template literal, without the empty ones at its ends. */
export function readLines(table: string): string[] {
  return table.replace(/^\n|\n$/g, '').split('\n');
}

/**
 * What people and pages call the same thing in English-language interfaces, an idea in a line: what may replace one
 * another almost always, and behind `~` what often goes with them. Ordinary UI vocabulary, not taken from any page.
 */
export const ENGLISH: readonly Concept[] = readLines(`
sign in, log in, log on, sign on ~ account, enter
sign out, log out, log off, sign off ~ exit, leave
sign up, register, create account, join, enroll, create an account ~ get started, subscribe
account, profile ~ user, me, my account, avatar, member
cart, basket, bag, trolley ~ order, purchases
check out, proceed to checkout ~ pay, place order, cart, purchase
buy, purchase, order ~ add to cart, check out, get, shop
place order, submit order, complete order, complete purchase ~ pay, buy, confirm
wish list, favorites, favourites, saved items ~ save, heart, like, bookmark, later
delete, remove, trash, erase, bin, discard ~ clear, dismiss, garbage
clear, reset, empty ~ remove, start over, undo
edit, modify, change, pencil, update ~ rename, adjust, manage, customize
add, plus, new, create, insert ~ compose, start, more, append
compose, write, new message, new post, new mail ~ create, post, draft
save, store, keep ~ apply, update, done, submit
submit, send ~ post, done, confirm, continue, go, save
ok, confirm, accept, agree, yes, approve, allow ~ done, continue, got it, understand
cancel, abort ~ close, dismiss, back, no
close, dismiss, hide ~ cancel, exit, times, x
decline, reject, refuse, deny, no thanks ~ no, opt out, cancel
next, continue, proceed, forward ~ following, go on, right, advance
back, previous, prev, return ~ left, earlier, go back
home, home page, start page, main page ~ dashboard, logo
search, find, look up, query, magnifier ~ look for, keyword, explore, browse
filter, refine, narrow ~ facet, options
sort, sort by, order by, arrange ~ order, rank
settings, preferences, options, configuration, gear, cog ~ configure, setup, customize, control panel
help, support, faq, assistance ~ question, contact, guide, docs, documentation
contact, contact us, get in touch, reach us ~ support, email us, call us
about, about us, who we are, our story ~ company
menu, hamburger ~ navigation, nav, more
more, show more, load more, see more, view more, see all, view all ~ expand, ellipsis, overflow, details, rest
less, show less, collapse ~ hide, fold
expand, unfold ~ open, show more, details
details, information, info ~ more, description, learn more, about
view, show, see, display ~ open, preview, look
download, export, save as ~ get, save
upload, import, choose file, browse files ~ attach, add file
attach, attachment, paperclip ~ upload, add file
print, printer
share ~ send, post, invite, forward
copy, duplicate, clone ~ clipboard
paste, insert from clipboard
reply, respond, answer ~ comment
comment, comments, discussion ~ reply, note, feedback
like, thumbs up, upvote ~ heart, favorite, love
dislike, thumbs down, downvote
follow, subscribe ~ notify, watch, join
unfollow, unsubscribe ~ leave, opt out, stop
notifications, alerts, bell ~ updates, messages
messages, inbox, mail, chat ~ conversation, envelope, email, direct messages, comments
email, e mail, mail address, email address ~ username, contact
password, passcode, passphrase ~ pin, secret
username, user name, user id, login name ~ email, account name
phone, phone number, telephone, mobile, mobile number, cell ~ tel, contact
first name, given name, forename ~ name, full name
last name, surname, family name ~ name, full name
address, street, street address, address line ~ location, shipping
zip, zip code, postal code, postcode, post code ~ address, postal
city, town ~ location, municipality
state, province, region, county
country, nation ~ region, location
birthday, date of birth, birth date, dob
credit card, card number, debit card ~ payment, card
cvv, cvc, security code, card code
expiry, expiration, expiry date, expiration date, valid until
pay, payment, make payment ~ check out, billing, purchase
billing, invoice, bill ~ payment, receipt
coupon, promo code, discount code, voucher, gift code, promotion code ~ discount, offer, gift card, promo
delivery, shipping, shipment, dispatch ~ postage, arrival
express, fast, next day, priority, expedited ~ quick, overnight
standard, regular, normal, default ~ basic
quantity, qty, amount, number of items, how many ~ count, number
increase, increment, plus, raise ~ more, add, up
decrease, decrement, minus, reduce, lower ~ less, remove, down
price, cost ~ amount, fee, total
cheapest, price low to high, lowest price ~ price, cheap
size, dimensions ~ length, width
color, colour, shade ~ theme, swatch
dark mode, dark theme, night mode ~ theme, appearance
light mode, light theme, day mode ~ theme, appearance
theme, appearance, look
language, locale ~ translate, globe, region
date, day, calendar ~ when, schedule
time, hour, clock ~ when
departure, depart, leaving, check in ~ from, start, outbound
arrival, destination, going to ~ to, where
book, reserve, reservation, booking ~ schedule, appointment
schedule, appointment ~ book, calendar, plan
guests, travelers, travellers, passengers, people, adults
reviews, ratings, rating, review ~ stars, feedback, testimonials
feedback, report a problem, report ~ flag, comment, survey
bookmark, save for later ~ favorite, star, read later
star, favorite, favourite ~ bookmark, heart, like
pin, stick ~ keep
archive, archived ~ store, move
refresh, reload ~ update, retry, sync
retry, try again ~ reload, again
undo, revert ~ back, restore
redo ~ again
play, start ~ resume, watch, begin
pause, stop, halt ~ suspend, end
mute, unmute, sound, volume ~ audio, speaker
full screen, maximize, maximise, enlarge ~ expand, zoom in
zoom in, magnify ~ plus, enlarge
zoom out ~ minus, shrink
terms, terms of service, terms and conditions, terms of use ~ conditions, legal, agreement
privacy, privacy policy ~ data protection, legal, cookies
newsletter, mailing list, email updates ~ subscribe, news, offers
news, articles, blog, posts ~ stories, updates
remember me, stay signed in, keep me signed in, stay logged in ~ remember
forgot password, reset password, recover password, lost password ~ forgot, recover
site map, sitemap, index
usa, us, united states, america
spreadsheet, excel, xlsx, xls, sheet ~ csv, table
word document, docx, doc ~ document
presentation, slides, powerpoint, pptx
picture file, jpg, jpeg, png ~ image, photo, picture
archive file, zip ~ download
spam, junk ~ unwanted
call, voice call, phone call, ring ~ phone
emoji, smiley, emoticon ~ face, sticker
owner, author, by ~ creator, writer, profile
license, licence
list view, list ~ rows
grid view, grid, tiles ~ thumbnails
storage, disk space, space ~ upgrade, quota
sidebar, side bar, push menu, bars ~ menu, navigation
bold, strong
italic, emphasis
bullet list, bulleted list, unordered list ~ list
numbered list, ordered list ~ list
title, subject, headline, heading ~ name, topic
description, summary, about ~ details, body, text
note, notes, memo ~ comment, document, remark
message, body, text ~ comment, content, note
category, department, section, type ~ topic, group, kind
tag, label, keyword ~ category
image, photo, picture, pic ~ gallery, media, camera
video, clip, movie, film ~ watch, media
map, directions, route ~ location, navigate
location, place, where ~ address, city, store
store, shop, branch ~ products, location
products, items, goods, catalog, catalogue ~ shop, store
sale, deals, offers, discounts, specials ~ promotions, clearance, savings
jobs, careers, vacancies, openings ~ work, hiring
history, recent, past orders, order history ~ orders, activity, log
track, track order, order status ~ follow, status
compare, comparison ~ versus
apply, use ~ submit, save, ok, redeem
enable, activate, turn on, switch on ~ on, allow
disable, deactivate, turn off, switch off ~ off, block
select all, check all, mark all ~ all
finish, done, complete ~ end, submit, close, save
skip, not now, maybe later ~ later, pass, dismiss
invite, add people, add member ~ share, member
move, transfer, relocate ~ drag
rename, change name ~ edit, name
weekly, every week
monthly, every month, per month
yearly, annual, annually, per year
free, no cost, gratis ~ trial
premium, upgrade, pro ~ plus, plan
plan, pricing, plans, subscription ~ price, upgrade
`).map((line) => {
  const [same = [], near] = line.split(' ~ ').map((names) => names.split(', '));
  return near ? { same, near } : { same };
});
