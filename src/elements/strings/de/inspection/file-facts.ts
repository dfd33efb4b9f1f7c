import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';
import type {fileFacts as English} from '../../en/inspection/file-facts.js';
import {own, plurals} from '../../wording.js';

const count = plurals('de');

const sourceTypes: Record<string, string> = {
  digitalCapture: 'von Kamera oder Mikrofon aufgenommen',
  computationalCapture: 'aus mehreren Kameraaufnahmen zusammengesetzt',
  negativeFilm: 'von Film digitalisiert',
  positiveFilm: 'von Film digitalisiert',
  print: 'von einem Abzug digitalisiert',
  humanEdits: 'von einem Menschen bearbeitet',
  minorHumanEdits: 'von einem Menschen leicht bearbeitet',
  algorithmicallyEnhanced: 'von einem Algorithmus verbessert',
  compositeCapture: 'aus mehreren Aufnahmen zusammengesetzt',
  composite: 'aus mehreren Quellen zusammengesetzt',
  compositeSynthetic: 'zusammengesetzt, mit Teilen von einem Algorithmus',
  compositeWithTrainedAlgorithmicMedia: 'mit einem trainierten Algorithmus (KI) bearbeitet',
  trainedAlgorithmicMedia: 'von einem trainierten Algorithmus (KI) erzeugt',
  trainedAlgorithmicData: 'von einem trainierten Algorithmus (KI) erzeugt',
  algorithmicMedia: 'von einem Algorithmus erzeugt',
  dataDrivenMedia: 'aus Daten erzeugt',
  digitalCreation: 'von einem Menschen mit Software erstellt',
  digitalArt: 'von einem Menschen mit Software erstellt',
  virtualRecording: 'in einer virtuellen Szene aufgenommen',
  screenCapture: 'vom Bildschirm aufgenommen',
};

const actions: Record<string, string> = {
  addedText: 'Text hinzugefügt',
  adjustedColor: 'Farben angepasst',
  color_adjustments: 'Farben angepasst',
  changedSpeed: 'Geschwindigkeit geändert',
  converted: 'Umgewandelt',
  created: 'Erstellt',
  cropped: 'Zugeschnitten',
  deleted: 'Teil gelöscht',
  drawing: 'Hineingezeichnet',
  dubbed: 'Synchronisiert',
  edited: 'Bearbeitet',
  'edited.metadata': 'Beschreibung bearbeitet',
  enhanced: 'Verbessert',
  filtered: 'Gefiltert',
  opened: 'Geöffnet',
  orientation: 'Gedreht',
  placed: 'Inhalt hinzugefügt',
  published: 'Veröffentlicht',
  redacted: 'Teil des Siegels entfernt',
  removed: 'Inhalt entfernt',
  repackaged: 'Neu verpackt',
  resized: 'Größe geändert',
  transcoded: 'Umgewandelt',
  translated: 'Übersetzt',
  trimmed: 'Gekürzt',
  unknown: 'Etwas Unbekanntes',
  watermarked: 'Mit Wasserzeichen versehen',
};

const origins: Record<Parameters<typeof English.origin>[0], string> = {
  captured: 'Laut Siegel hat eine Kamera oder ein Mikrofon die Datei aufgenommen.',
  file: 'Diese Datei gab es schon vor der Versiegelung. Ihr Siegel sagt nicht, wie sie entstanden ist.',
  sealedFile: 'Laut Siegel entstand sie aus einer Datei mit eigenem Siegel.',
};

const sealedParts: Record<string, string> = {
  place: 'Standort',
  device: 'Gerät mit Netz',
  gathered: 'Angaben anderer (Tags, Kennzeichen)',
  capture: 'Zeiten mit Messwerten',
};

const redactionReasons: Record<string, string> = {
  'c2pa.PII.present': 'Grund: persönliche Angaben.',
  'c2pa.invalid.data': 'Grund: falsche Angaben.',
  'c2pa.trade-secret.present': 'Grund: Geschäftsgeheimnis.',
  'c2pa.government.confidential': 'Grund: vertraulich.',
};

const relationships: Record<Parameters<typeof English.relationship>[0], string> = {
  parentOf: 'Daraus entstand diese Datei',
  componentOf: 'Teil dieser Datei',
  inputTo: 'Vorlage für das Programm, das diese Datei erzeugte',
};

const troubles: Record<CheckArea, string> = {
  content: 'Beim Hinzufügen war der Inhalt verändert.',
  signature: 'Beim Hinzufügen war das Siegel verändert.',
  certificate: 'Beim Hinzufügen war das Zertifikat nicht für Siegel gültig.',
  trust: 'Beim Hinzufügen war der Unterzeichner nicht bekannt.',
  time: 'Beim Hinzufügen war der Zeitpunkt der Versiegelung nicht bestätigt.',
  statements: 'Beim Hinzufügen stimmten die Angaben nicht mit den unterschriebenen überein.',
  ingredients: 'Beim Hinzufügen war das Siegel einer Ausgangsdatei nicht in Ordnung.',
  identity: 'Beim Hinzufügen war die Identitätsangabe nicht in Ordnung.',
  clock: 'Beim Hinzufügen ging die Uhr des Geräts falsch.',
  others: 'Beim Hinzufügen war eine Prüfung nicht bestanden.',
};

export const fileFacts: Partial<typeof English> = {
  notConfirmedMark: '(nicht bestätigt)',
  readingFile: 'Die Datei wird gelesen.',
  fileUnreadable: 'Sie konnte nicht gelesen werden.',
  readingSeal: 'Der übrige Inhalt des Siegels wird gelesen.',
  factsFailed: 'Dieses Gerät konnte den übrigen Inhalt des Siegels nicht lesen.',
  typeByContent: 'Typ nach dem Inhalt',
  pixels: 'Breite × Höhe',
  duration: 'Dauer',
  sha256: 'Fingerabdruck (SHA-256)',
  copySha256: 'Fingerabdruck kopieren',
  plateShown: 'Zeigen, wo das Kennzeichen ist',
  plateMarked: (plate) => `Die Datei, wie sie jetzt ist. Das Kennzeichen ist markiert: ${plate}.`,
  certificates: 'Zertifikate',
  otherCertificates: 'Das sind nicht die Zertifikate, um die es im Ergebnis geht.',
  issuer: (name, time) => `Ausgestellt von ${name} · gültig bis ${time}`,
  serialNumber: 'Seriennummer',
  keyAlgorithm: 'Schlüssel',
  copyPem: 'Als PEM kopieren',
  expiredSince: 'Inzwischen abgelaufen; zum Zeitstempel war es gültig.',
  notValidThen: 'Zum Zeitstempel war es nicht gültig.',
  notValidNow: 'Es ist jetzt nicht gültig.',
  trustList: 'Bekannt aus',
  byOfficialList: 'der C2PA-Vertrauensliste',
  byOwnRoots: 'Stammzertifikaten, denen hier vertraut wird',
  byInterimList: 'der Übergangsliste, geschlossen im Januar 2026',
  assuranceLevel: 'Sicherheitsstufe (C2PA)',
  product: 'Produkt',
  maker: 'Hersteller',
  maximumLevel: 'Höchste Sicherheitsstufe',
  productStatus: 'Status des Produkts',
  conformant: 'konform',
  disallowedSignals: 'Was es nicht behaupten darf',
  noCapture: 'dass es Medien aufgenommen hat',
  noStitchedCapture: 'dass es Aufnahmen zusammengesetzt hat',
  noCreation: 'dass Medien ohne KI entstanden sind',
  unconfirmedPicture: 'Nicht bestätigt: Das ist vielleicht nicht, was fotografiert wurde.',
  notPackedHere:
    'Dieser Browser konnte das Skript nicht starten, das die Nachweise zusammenstellt.',
  andMore: (total, isLeast) =>
    isLeast
      ? count(total, {other: 'Und mindestens # weitere.'})
      : count(total, {other: 'Und # weitere.'}),
  history: 'Was mit der Datei geschah',
  origin: (origin) => origins[origin],
  action: (name) => own(actions, name.replace('c2pa.', '')) ?? name,
  sourceType: (name) => own(sourceTypes, name) ?? name,
  madeBy: (how) => `Ihr Siegel sagt: ${how}.`,
  withSoftware: (name) => `mit ${name}`,
  redactions: 'Was aus dem Siegel entfernt wurde',
  part: (section) => own(sealedParts, section) ?? section,
  takenOutBy: (name = 'einem ungenannten Unterzeichner') => `entfernt von ${name}`,
  takenOutFor: (reason) => own(redactionReasons, reason) ?? `Grund: ${reason}`,
  ingredients: 'Woraus sie entstanden ist',
  untitled: 'Datei ohne Namen',
  relationship: (relationship) => relationships[relationship],
  ingredientSigner: (name) => `Versiegelt von ${name}`,
  ingredientUnsigned: 'Kein Unterzeichner genannt',
  ingredientUnsealed: 'Sie hatte kein Siegel',
  ingredientFailed: (area, name) => (name ? `${name}: ${troubles[area]}` : troubles[area]),
  compare: 'Mit dem Ausgangsbild vergleichen',
  before: 'Vorher',
  now: 'Diese Datei',
  overlaid: 'Übereinander',
  divide: 'Wie viel vom früheren Bild gezeigt wird',
};
