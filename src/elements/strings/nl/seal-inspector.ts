import type {FileState} from '../en/seal-inspector.js';
import type {sealInspector as English} from '../en/seal-inspector.js';
import {plurals} from '../wording.js';
import {verdict} from './inspection/verdict.js';

const count = plurals('nl');

const filesInState: Record<FileState, (total: number) => string> = {
  valid: (total) => count(total, {other: '# ongeschonden'}),
  interim: (total) => count(total, {other: '# bekend van een gesloten lijst'}),
  untrusted: (total) => count(total, {other: '# met een onbekende ondertekenaar'}),
  invalid: (total) => count(total, {other: '# verbroken'}),
  none: (total) => count(total, {other: '# zonder zegel'}),
  unchecked: (total) => count(total, {other: '# niet te controleren'}),
  failed: (total) => count(total, {other: '# niet te controleren'}),
  cancelled: (total) => count(total, {other: '# geannuleerd'}),
  working: (total) => count(total, {other: '# in controle'}),
  waiting: (total) => count(total, {one: '# wacht', other: '# wachten'}),
};

export const sealInspector: Partial<typeof English> = {
  ...verdict,
  dropHere: 'Zet hier foto’s of opnamen neer',
  dropAnother: 'Zet hier meer bestanden neer',
  dropNow: 'Loslaten om te controleren',
  orPaste: 'of plak ze, of kies ze.',
  choose: 'Bestanden kiezen',
  chooseFolder: 'of een map',
  fileGoesTo: (host) => `Bestanden worden ter controle naar ${host} gestuurd en niet bewaard.`,
  fileStays: 'Bestanden worden in deze browser gecontroleerd en nergens heen gestuurd.',
  filesLeft: (others, isCut) =>
    [
      others > 0
        ? count(others, {
            one: '# bestand is van een ander type en blijft buiten beschouwing.',
            other: '# bestanden zijn van een ander type en blijven buiten beschouwing.',
          })
        : '',
      isCut ? 'Het waren er meer dan in één keer kunnen worden gecontroleerd.' : '',
    ]
      .join(' ')
      .trim(),
  filesCount: (total) => count(total, {one: '# bestand', other: '# bestanden'}),
  filesIn: (state, total) => filesInState[state](total),
  filesSummary: (files, states) => `${files}: ${states}`,
  checkingFiles: (total) =>
    count(total, {
      one: '# bestand wordt gecontroleerd.',
      other: '# bestanden worden gecontroleerd.',
    }),
  filesHeld: 'De dienst is overbelast. Het controleren gaat vanzelf verder.',
  waitsForOthers: 'Wacht op de bestanden ervoor.',
  listMissing: 'De lijst is niet geladen.',
  cancelled: 'Niet gecontroleerd',
  cancelledHelp: 'Het controleren is geannuleerd.',
  sending: (percent) => `Het bestand wordt verzonden: ${percent}.`,
  readingHere: (percent) => `Het bestand wordt in deze browser gelezen: ${percent}.`,
  checking: 'Het zegel wordt gecontroleerd.',
  cancel: 'Annuleren',
  problemSaid: (problem, help) => `${problem}. ${help}`,
  tryAgain: 'Opnieuw proberen',
  checkHere: 'In deze browser controleren',
  noAccess: 'Deze pagina heeft geen toegang tot de dienst',
  noAccessHelp: 'Log in of meld het aan de beheerder van deze pagina.',
  unauthorizedHelp:
    'Meld het aan de beheerder van deze pagina, die een geldige sleutel kan instellen.',
  forbiddenHelp: 'Meld het aan de beheerder van deze pagina: de sleutel is niet voor controles.',
  notFoundHelp: 'Meld het aan de beheerder van deze pagina, die het adres kan verbeteren.',
  noWorker: 'Deze browser kan het hier niet controleren',
  noWorkerHelp:
    'Probeer het opnieuw. Blijft het zo, dan ontbreken op de pagina de programma’s die nodig zijn, of staat de pagina ze niet toe.',
  noPart: 'Een deel van deze pagina is niet geladen',
  noPartHelp:
    'Controleer het netwerk en probeer het opnieuw. Blijft het zo, laad dan de pagina opnieuw.',
  tooLarge: 'Het bestand is te groot',
  tooLargeHelp:
    'Maak het niet kleiner: een kopie verliest het zegel. Vraag de dienst naar de grens.',
  notMedia: 'Uit dit soort bestanden worden geen zegels gelezen',
  notMediaHelp:
    'Kies een foto, video, opname of pdf, zoals JPEG, HEIC, TIFF, MP4, MOV, MP3, WAV of FLAC.',
  empty: 'Dit bestand is leeg',
  emptyHelp: 'Kies een ander bestand of haal het nog eens op waar het vandaan kwam.',
  unreadable: 'Het bestand kon niet worden gelezen',
  unreadableHelp:
    'Misschien is het verplaatst, gewijzigd of verwijderd, of is het een map. Kies het opnieuw.',
  misconfigured: 'Deze pagina is verkeerd ingesteld',
  misconfiguredHelp: 'Meld het aan de beheerder van deze pagina.',
  notUnderstood: 'De dienst begrijpt deze pagina niet',
  notUnderstoodHelp: 'Meld het aan de beheerder van deze pagina.',
  rateLimited: 'Te veel controles tegelijk',
  rateLimitedHelp: (seconds) =>
    count(seconds, {
      one: 'Wacht # seconde en probeer het opnieuw.',
      other: 'Wacht # seconden en probeer het opnieuw.',
    }),
  offline: 'De dienst is niet bereikbaar',
  offlineHelp: 'Controleer uw verbinding en probeer het opnieuw.',
  late: 'De dienst antwoordde niet op tijd',
  lateHelp: 'Probeer het opnieuw; een snellere verbinding kan helpen.',
  busy: 'De dienst is overbelast',
  busyHelp: 'Probeer het zo meteen opnieuw.',
  internal: 'De controle zelf ging mis',
  internalHelp: 'Meld het aan de beheerder van deze pagina. De console zegt meer.',
  badAnswer: 'Het antwoord was onleesbaar',
  badAnswerHelp: 'Probeer het opnieuw of meld het aan de beheerder van deze pagina.',
};
