import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';
import type {fileFacts as English} from '../../en/inspection/file-facts.js';
import {own, plurals} from '../../wording.js';

const count = plurals('fr');

const sourceTypes: Record<string, string> = {
  digitalCapture: 'pris par un appareil photo ou un micro',
  computationalCapture: 'assemblé à partir de plusieurs prises de vue',
  negativeFilm: 'numérisé à partir d’un film',
  positiveFilm: 'numérisé à partir d’un film',
  print: 'numérisé à partir d’un tirage',
  humanEdits: 'modifié par une personne',
  minorHumanEdits: 'légèrement modifié par une personne',
  algorithmicallyEnhanced: 'amélioré par un algorithme',
  compositeCapture: 'assemblé à partir de plusieurs enregistrements',
  composite: 'assemblé à partir de plusieurs sources',
  compositeSynthetic: 'assemblé, avec des parties créées par un algorithme',
  compositeWithTrainedAlgorithmicMedia: 'modifié avec un algorithme entraîné (IA)',
  trainedAlgorithmicMedia: 'créé par un algorithme entraîné (IA)',
  trainedAlgorithmicData: 'créé par un algorithme entraîné (IA)',
  algorithmicMedia: 'créé par un algorithme',
  dataDrivenMedia: 'créé à partir de données',
  digitalCreation: 'créé par une personne avec un logiciel',
  digitalArt: 'créé par une personne avec un logiciel',
  virtualRecording: 'enregistré dans une scène virtuelle',
  screenCapture: 'enregistré depuis un écran',
};

const actions: Record<string, string> = {
  addedText: 'Texte ajouté',
  adjustedColor: 'Couleurs ajustées',
  color_adjustments: 'Couleurs ajustées',
  changedSpeed: 'Vitesse modifiée',
  converted: 'Converti',
  created: 'Créé',
  cropped: 'Recadré',
  deleted: 'Partie supprimée',
  drawing: 'Dessin ajouté',
  dubbed: 'Doublé',
  edited: 'Modifié',
  'edited.metadata': 'Description modifiée',
  enhanced: 'Amélioré',
  filtered: 'Filtré',
  opened: 'Ouvert',
  orientation: 'Tourné',
  placed: 'Contenu ajouté',
  published: 'Publié',
  redacted: 'Partie du sceau retirée',
  removed: 'Contenu retiré',
  repackaged: 'Reconditionné',
  resized: 'Taille modifiée',
  transcoded: 'Converti',
  translated: 'Traduit',
  trimmed: 'Raccourci',
  unknown: 'Modification inconnue',
  watermarked: 'Filigrane ajouté',
};

const origins: Record<Parameters<typeof English.origin>[0], string> = {
  captured: 'D’après son sceau, un appareil photo ou un micro l’a capté.',
  file: 'Ce fichier existait avant d’être scellé. Son sceau ne dit pas comment il a été créé.',
  sealedFile: 'D’après son sceau, il vient d’un fichier qui avait son propre sceau.',
};

const sealedParts: Record<string, string> = {
  place: 'Position',
  device: 'L’appareil et son réseau',
  gathered: 'Les indications d’autrui (étiquettes, plaque)',
  capture: 'Les heures et les mesures',
};

const redactionReasons: Record<string, string> = {
  'c2pa.PII.present': 'Raison : données personnelles.',
  'c2pa.invalid.data': 'Raison : données inexactes.',
  'c2pa.trade-secret.present': 'Raison : secret commercial.',
  'c2pa.government.confidential': 'Raison : confidentiel.',
};

const relationships: Record<Parameters<typeof English.relationship>[0], string> = {
  parentOf: 'Ce fichier en est issu',
  componentOf: 'Partie de ce fichier',
  inputTo: 'Fourni au programme qui a créé ce fichier',
};

const troubles: Record<CheckArea, string> = {
  content: 'Lors de l’ajout, le contenu avait été modifié.',
  signature: 'Lors de l’ajout, le sceau avait été modifié.',
  certificate: 'Lors de l’ajout, le certificat n’était pas valable pour un sceau.',
  trust: 'Lors de l’ajout, le signataire n’était pas connu.',
  time: 'Lors de l’ajout, la date du sceau n’était pas confirmée.',
  statements: 'Lors de l’ajout, les déclarations n’étaient pas celles qui avaient été signées.',
  ingredients: 'Lors de l’ajout, le sceau d’un fichier source n’était pas en ordre.',
  identity: 'Lors de l’ajout, la déclaration d’identité n’était pas en ordre.',
  clock: 'Lors de l’ajout, l’horloge de l’appareil n’était pas juste.',
  others: 'Lors de l’ajout, une vérification avait échoué.',
};

export const fileFacts: Partial<typeof English> = {
  notConfirmedMark: '(non confirmé)',
  readingFile: 'Lecture du fichier.',
  fileUnreadable: 'Il n’a pas pu être lu.',
  readingSeal: 'Lecture du reste du contenu du sceau.',
  factsFailed: 'Cet appareil n’a pas pu lire le reste du contenu du sceau.',
  typeByContent: 'Type d’après le contenu',
  pixels: 'Largeur × hauteur',
  duration: 'Durée',
  sha256: 'Empreinte (SHA-256)',
  copySha256: 'Copier l’empreinte',
  plateShown: 'Montrer où se trouve la plaque',
  plateMarked: (plate) => `Le fichier tel qu’il est maintenant. La plaque est repérée : ${plate}.`,
  certificates: 'Certificats',
  otherCertificates: 'Ce ne sont pas les certificats sur lesquels porte le verdict.',
  issuer: (name, time) => `Délivré par ${name} · valable jusqu’au ${time}`,
  serialNumber: 'Numéro de série',
  keyAlgorithm: 'Clé',
  copyPem: 'Copier au format PEM',
  expiredSince: 'Expiré depuis ; il était valable au moment de l’horodatage.',
  notValidThen: 'Il n’était pas valable au moment de l’horodatage.',
  notValidNow: 'Il n’est pas valable actuellement.',
  trustList: 'Connu par',
  byOfficialList: 'la liste de confiance C2PA',
  byOwnRoots: 'des racines reconnues ici',
  byInterimList: 'la liste provisoire, close en janvier 2026',
  assuranceLevel: 'Niveau d’assurance (C2PA)',
  product: 'Produit',
  maker: 'Fabricant',
  maximumLevel: 'Niveau d’assurance maximal',
  productStatus: 'État du produit',
  conformant: 'conforme',
  disallowedSignals: 'Ce qu’il ne peut pas affirmer',
  noCapture: 'avoir capté des médias',
  noStitchedCapture: 'avoir assemblé des médias captés',
  noCreation: 'que des médias ont été créés sans IA',
  unconfirmedPicture: 'Non confirmé : ce n’est peut-être pas ce qui a été photographié.',
  notPackedHere: 'Ce navigateur n’a pas pu lancer le script qui rassemble les preuves.',
  andMore: (total, isLeast) =>
    isLeast
      ? count(total, {other: 'Et au moins # de plus.'})
      : count(total, {other: 'Et # de plus.'}),
  history: 'Ce qui a été fait au fichier',
  origin: (origin) => origins[origin],
  action: (name) => own(actions, name.replace('c2pa.', '')) ?? name,
  sourceType: (name) => own(sourceTypes, name) ?? name,
  madeBy: (how) => `D’après son sceau : ${how}.`,
  withSoftware: (name) => `avec ${name}`,
  redactions: 'Ce qui a été retiré du sceau',
  part: (section) => own(sealedParts, section) ?? section,
  takenOutBy: (name = 'un signataire sans nom') => `retiré par ${name}`,
  takenOutFor: (reason) => own(redactionReasons, reason) ?? `Raison : ${reason}`,
  ingredients: 'Les fichiers d’origine',
  untitled: 'Un fichier sans nom',
  relationship: (relationship) => relationships[relationship],
  ingredientSigner: (name) => `Scellé par ${name}`,
  ingredientUnsigned: 'Aucun signataire nommé',
  ingredientUnsealed: 'Il n’avait pas de sceau',
  ingredientFailed: (area, name) => (name ? `${name}: ${troubles[area]}` : troubles[area]),
  compare: 'Comparer avec l’original',
  before: 'Avant',
  now: 'Ce fichier',
  overlaid: 'L’un sur l’autre',
  divide: 'Part visible de l’image précédente',
};
