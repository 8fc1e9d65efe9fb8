import { toKeys } from '../query/tokenize.ts';
import type { Concept } from './english.ts';
import { ENGLISH, readLines } from './english.ts';

const MONTHS =
  'january february march april june july august september october november december'.split(' ');
const DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** Pages cut the names of months and days to three letters, and people say them whole. */
const DATES: readonly Concept[] = [
  ...[...MONTHS, ...DAYS].map((name) => ({ same: [name, name.slice(0, 3)] })),
  { same: ['september', 'sept'] },
];

/** What a language calls the ideas of the English lexicon, each by one of its English names. */
type Translations = Readonly<Record<string, readonly string[]>>;

function readTranslations(table: string): Translations {
  const lines = readLines(table).map((line) => line.split(': '));
  return Object.fromEntries(
    lines.map(([english = '', others = '']) => [english, others.split(', ')]),
  );
}

/** What German interfaces and people call the ideas of the English lexicon. */
export const GERMAN = readTranslations(`
sign in: anmelden, einloggen, login, anmeldung
sign out: abmelden, ausloggen, abmeldung
sign up: registrieren, konto erstellen, konto anlegen, registrierung
account: konto, benutzerkonto, profil, mein konto
cart: warenkorb, einkaufswagen, korb
check out: zur kasse, kasse
buy: kaufen, bestellen, jetzt kaufen
place order: zahlungspflichtig bestellen, bestellung abschicken
wish list: merkliste, wunschliste, merkzettel, favoriten
delete: löschen, entfernen, papierkorb, lösche, entferne
clear: leeren, zurücksetzen
edit: bearbeiten, ändern, bearbeite, ändere, anpassen
add: hinzufügen, neu, erstellen, anlegen, neue, neuer, neues, füge hinzu
compose: verfassen, schreiben, neue nachricht
save: speichern, sichern, speichere
submit: absenden, senden, abschicken, schicken, sende, einreichen
ok: bestätigen, akzeptieren, zustimmen, annehmen, ja, erlauben
cancel: abbrechen, stornieren
close: schließen, ausblenden, schließe
decline: ablehnen, nein danke
next: weiter, nächste, nächster, nächstes, fortfahren
back: zurück, vorherige, vorheriger
home: startseite, start
search: suchen, suche, finden, such
filter: filtern, eingrenzen
sort: sortieren, sortierung, sortiere
settings: einstellungen, optionen
help: hilfe, kundendienst
contact: kontakt, kontaktieren
about: über uns, wer wir sind
menu: menü
more: mehr, mehr anzeigen, alle anzeigen, weitere
less: weniger, einklappen, zuklappen
expand: ausklappen, aufklappen
details: einzelheiten, informationen
view: ansehen, anzeigen, zeigen, zeige
download: herunterladen, exportieren
upload: hochladen, datei auswählen
attach: anhängen, anhang
print: drucken, ausdrucken, drucke
share: teilen, teile
copy: kopieren, duplizieren, kopiere
reply: antworten, beantworten, antworte
comment: kommentar, kommentare, kommentieren
like: gefällt mir
follow: folgen, abonnieren
notifications: benachrichtigungen, mitteilungen
messages: nachrichten, posteingang, nachricht
email: e mail adresse, mailadresse
password: passwort, kennwort
username: benutzername, nutzername
phone: telefon, telefonnummer, handynummer, handy, mobilnummer
first name: vorname
last name: nachname, familienname
address: adresse, straße, anschrift, straße und hausnummer
zip: postleitzahl, plz
city: stadt, ort, wohnort
state: bundesland
country: land, staat
birthday: geburtsdatum, geburtstag
pay: bezahlen, zahlen, zahlung, zahlungsart
billing: rechnung, rechnungen, abrechnung
coupon: gutschein, gutscheincode, rabattcode
delivery: lieferung, versand, zustellung
quantity: menge, anzahl, stückzahl
increase: erhöhen
decrease: verringern
price: preis, kosten
size: größe
color: farbe
language: sprache
date: datum, tag, kalender
time: uhrzeit, zeit
departure: abfahrt, abflug, hinfahrt, anreise
arrival: ankunft, ziel
book: buchen, reservieren, buchung
reviews: bewertungen, rezensionen
terms: agb, nutzungsbedingungen, geschäftsbedingungen
privacy: datenschutz, datenschutzerklärung
news: nachrichten, neuigkeiten, aktuelles
remember me: angemeldet bleiben, eingeloggt bleiben
forgot password: passwort vergessen, kennwort vergessen
title: titel, betreff, überschrift
description: beschreibung, zusammenfassung
image: bild, foto, fotos, bilder
map: karte, stadtplan
products: produkte, artikel, waren
sale: angebote, rabatte
jobs: stellenangebote, karriere, stellen
sports: sport
business: wirtschaft
culture: kultur
health: gesundheit
world: ausland, international, welt
`);

/** What French interfaces and people call the ideas of the English lexicon. */
export const FRENCH = readTranslations(`
sign in: se connecter, connexion, connectez vous, connecter, s'identifier
sign out: se déconnecter, déconnexion, déconnecter
sign up: s'inscrire, inscription, créer un compte, inscrivez vous, inscrire
account: compte, mon compte, profil
cart: panier
check out: passer commande, valider le panier
buy: acheter, commander, achète
place order: valider la commande
wish list: favoris, liste de souhaits, envies
delete: supprimer, effacer, corbeille, supprime, retirer
clear: réinitialiser, vider
edit: modifier, changer, modifie, éditer
add: ajouter, nouveau, nouvelle, créer, ajoute
compose: rédiger, écrire, nouveau message, écris
save: enregistrer, sauvegarder, enregistre
submit: envoyer, soumettre, valider, envoie, transmettre
ok: confirmer, accepter, d'accord, oui, autoriser, valider
cancel: annuler
close: fermer, masquer, ferme
decline: refuser, non merci
next: suivant, continuer, suivante, prochain
back: retour, précédent, précédente, revenir
home: accueil, page d'accueil
search: rechercher, chercher, recherche, cherche, trouver
filter: filtrer, affiner
sort: trier, tri
settings: paramètres, réglages, préférences
help: aide, assistance
contact: contactez nous, nous contacter, contacter
about: à propos, qui sommes nous
more: plus, voir plus, voir tout, davantage
less: moins, réduire
expand: déplier, développer
details: détails, informations, en savoir plus
view: voir, afficher, affiche, montrer
download: télécharger, exporter, télécharge
upload: importer, choisir un fichier, téléverser
attach: joindre, pièce jointe
print: imprimer, imprime
share: partager, partage
copy: copier, dupliquer
reply: répondre, réponds
comment: commentaire, commentaires, commenter
like: j'aime
follow: suivre, s'abonner, abonnement, abonnez vous
notifications: alertes
messages: messagerie, boîte de réception, courrier
email: courriel, adresse email, adresse e mail, adresse mail
password: mot de passe
username: nom d'utilisateur, identifiant, pseudo
phone: téléphone, numéro de téléphone, portable
first name: prénom
last name: nom de famille, nom
address: adresse, rue, numéro et voie
zip: code postal
city: ville, commune
state: région, département
country: pays
birthday: date de naissance, anniversaire
pay: payer, paiement, régler
billing: facture, factures, facturation
coupon: code promo, bon d'achat, code de réduction
delivery: livraison, expédition
quantity: quantité, nombre
increase: augmenter
decrease: diminuer
price: prix, tarif, coût
size: taille
color: couleur
language: langue
date: jour, calendrier
time: heure, horaire
departure: départ, aller
arrival: arrivée, destination
book: réserver, réservation
reviews: avis, évaluations
terms: conditions générales, mentions légales, cgu, cgv
privacy: confidentialité, données personnelles, vie privée
news: actualités, actualité, infos
newsletter: lettre d'information
remember me: se souvenir de moi, rester connecté
forgot password: mot de passe oublié
title: titre, objet, sujet
description: résumé
image: photo, photos
video: vidéo, vidéos
map: carte, plan
products: produits, articles
sale: promotions, soldes
jobs: offres d'emploi, emploi, recrutement
sports: sport, sports
business: économie
culture: culture
health: santé
world: monde, international
`);

/** What Spanish interfaces and people call the ideas of the English lexicon. */
export const SPANISH = readTranslations(`
sign in: iniciar sesión, entrar, acceder, entra, ingresar, acceso, acceso usuarios
sign out: cerrar sesión, salir, desconectarse
sign up: registrarse, registrarme, crear cuenta, darse de alta, regístrate, registro
account: cuenta, mi cuenta, perfil
cart: carrito, cesta, carro
check out: finalizar compra, tramitar pedido
buy: comprar, pedir, compra
place order: realizar pedido, hacer pedido
wish list: favoritos, lista de deseos
delete: eliminar, borrar, papelera, elimina, borra, quitar
clear: limpiar, vaciar, restablecer
edit: editar, modificar, cambiar, edita, cambia
add: añadir, agregar, nuevo, nueva, crear, añade, agrega
compose: redactar, escribir, nuevo mensaje, escribe
save: guardar, guarda
submit: enviar, envía, mandar
ok: aceptar, confirmar, sí, de acuerdo, permitir, acepta
cancel: cancelar, anular
close: cerrar, ocultar, cierra
decline: rechazar, no gracias
next: siguiente, continuar, próximo, adelante
back: volver, atrás, anterior, regresar
home: inicio, portada, página principal, página de inicio
search: buscar, busca, búsqueda, encontrar, buscador
filter: filtrar, filtro, filtros
sort: ordenar, orden
settings: ajustes, configuración, preferencias, opciones
help: ayuda, soporte
contact: contacto, contáctanos, contactar
about: acerca de, quiénes somos, sobre nosotros
menu: menú
more: más, ver más, ver todo, ver todas, mostrar más
less: menos, contraer
expand: expandir, desplegar
details: detalles, información
view: ver, mostrar, muestra
download: descargar, exportar, descarga
upload: subir, cargar, elegir archivo
attach: adjuntar, archivo adjunto
print: imprimir, imprime, versión para imprimir
share: compartir, comparte
copy: copiar, duplicar
reply: responder, contestar, responde
comment: comentario, comentarios, comentar
like: me gusta
tweet: tuitear, twittear, tuit
follow: seguir, suscribirse, suscribir
notifications: notificaciones, avisos
messages: mensajes, bandeja de entrada, mensaje
email: correo, correo electrónico, dirección de correo
password: contraseña, clave
username: usuario, nombre de usuario
phone: teléfono, número de teléfono, móvil, celular
first name: nombre
last name: apellido, apellidos
address: dirección, calle, domicilio
zip: código postal
city: ciudad, localidad, población
state: provincia, estado, región
country: país
birthday: fecha de nacimiento, cumpleaños
pay: pagar, pago
billing: factura, facturas, facturación
coupon: cupón, código promocional, código de descuento
delivery: envío, entrega
quantity: cantidad, unidades
increase: aumentar, aumenta
decrease: disminuir, reducir, disminuye
price: precio, coste, costo
size: tamaño, talla
color: color
language: idioma, lengua
date: fecha, día, calendario
time: hora
departure: salida, ida
arrival: llegada, destino
book: reservar, reserva
reviews: opiniones, reseñas, valoraciones
terms: términos y condiciones, condiciones de uso, aviso legal
privacy: privacidad, protección de datos
news: noticias, actualidad, noticia
newsletter: boletín
remember me: recuérdame, recordarme, mantener la sesión iniciada
forgot password: olvidé mi contraseña, recuperar contraseña, olvidado mi contraseña, olvidaste tu contraseña
title: título, asunto, titular
description: descripción, resumen
image: imagen, foto, fotos, imágenes
video: vídeo, vídeos
map: mapa, plano
products: productos, artículos
sale: ofertas, rebajas, descuentos
jobs: empleo, trabajo, ofertas de empleo
sports: deportes, deporte
business: economía, negocios
culture: cultura
health: salud, sanidad
world: mundo, internacional
`);

interface Synonym {
  /** Folded words. */
  keys: string[];
  kind: 'same' | 'near';
}

/** A stretch of words that names a known idea: words `start` up to, not including, `end`. */
export interface Span {
  start: number;
  end: number;
  synonyms: Synonym[];
}

const LONGEST_PHRASE = 4;
/** A further language is a table like these. */
const LANGUAGES = [FRENCH, GERMAN, SPANISH];
const BY_PHRASE = compile([...ENGLISH, ...DATES, ...joinLanguages()]);

/** Known ideas among folded words in order; a longer phrase hides the shorter ones within it. */
export function findSpans(keys: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (let length = Math.min(LONGEST_PHRASE, keys.length); length > 0; length--) {
    for (let start = 0; start + length <= keys.length; start++) {
      const end = start + length;
      if (spans.some((span) => span.start <= start && end <= span.end)) continue;
      const synonyms = BY_PHRASE.get(keys.slice(start, end).join(''));
      if (synonyms) spans.push({ start, end, synonyms });
    }
  }
  return spans;
}

/** Every idea with what it is called elsewhere: a translation is as good as any English name of it. */
function joinLanguages(): Concept[] {
  const joined = new Map<readonly string[] | string, string[]>();
  for (const [english, others] of LANGUAGES.flatMap((names) => Object.entries(names))) {
    const core = ENGLISH.find(({ same }) => same.includes(english))?.same;
    const known = joined.get(core ?? english) ?? [...(core ?? [english])];
    joined.set(core ?? english, [...known, ...others]);
  }
  return [...joined.values()].map((same) => ({ same }));
}

/** Phrases joined without spaces, so that "login", "log in" and "log-in" are one. */
function compile(concepts: readonly Concept[]): Map<string, Synonym[]> {
  const byPhrase = new Map<string, Synonym[]>();
  const link = (from: string[], to: string[], kind: Synonym['kind']): void => {
    const phrase = from.join('');
    const known = byPhrase.get(phrase) ?? [];
    if (phrase !== to.join('')) known.push({ keys: to, kind });
    byPhrase.set(phrase, known);
  };
  for (const { same, near = [] } of concepts) {
    const core = same.map(toKeys);
    for (const a of core) for (const b of core) link(a, b, 'same');
    for (const other of near.map(toKeys)) {
      for (const a of core) {
        link(a, other, 'near');
        link(other, a, 'near');
      }
    }
  }
  return byPhrase;
}
