import type {ContentGroup} from '../../../core/metadata/capture-contents.js';
import type {Mode} from '../../../model/media-type.js';
import type {Standing} from '../states.js';
import type {ObstacleName} from '../en/capture.js';
import type {capture as English} from '../en/capture.js';
import {by, lists, plurals} from '../wording.js';

const count = plurals('it');
const list = lists('it');

const obstacles: Record<ObstacleName, readonly [photo: string, recording: string]> = {
  pending: ['In attesa della Sua autorizzazione', 'In attesa della Sua autorizzazione'],
  denied: ['Fotocamera non consentita', 'Microfono non consentito'],
  blocked: ['Fotocamera bloccata', 'Microfono bloccato'],
  'not-found': ['Nessuna fotocamera trovata', 'Nessun microfono trovato'],
  'in-use': ['La fotocamera è già in uso', 'Il microfono è già in uso'],
  insecure: ['Questa pagina non è sicura', 'Questa pagina non è sicura'],
  failed: ['La fotocamera non si è avviata', 'Il microfono non si è avviato'],
};

const blocked =
  'Consenta l’accesso nelle impostazioni del browser per questa pagina, poi scelga «Riprova».';

const help: Record<ObstacleName | 'policy', readonly [photo: string, recording: string]> = {
  pending: [
    'Il browser sta chiedendo. Scelga «Consenti».',
    'Il browser sta chiedendo. Scelga «Consenti».',
  ],
  denied: [
    'Per una foto serve la fotocamera. Il browser può chiedere di nuovo.',
    'Per una registrazione serve il microfono. Il browser può chiedere di nuovo.',
  ],
  blocked: [blocked, blocked],
  policy: [
    'Il sito che incorpora questa pagina non le permette di usare la fotocamera.',
    'Il sito che incorpora questa pagina non le permette di usare il microfono.',
  ],
  'not-found': ['Colleghi una fotocamera e riprovi.', 'Colleghi un microfono e riprovi.'],
  'in-use': [
    'Un altro programma usa la fotocamera. Lo chiuda e riprovi.',
    'Un altro programma usa il microfono. Lo chiuda e riprovi.',
  ],
  insecure: ['Le fotocamere funzionano solo con https.', 'I microfoni funzionano solo con https.'],
  failed: ['Riprovi o usi un’altra fotocamera.', 'Riprovi o usi un altro microfono.'],
};

const partMissing =
  'Una parte di questa pagina non è stata caricata. Controlli la rete e ricarichi la pagina.';

export const standings: Record<Standing, string> = {
  held: 'sigillo non ancora apposto',
  misconfigured: 'sigillo non ancora apposto',
  'awaits-plate': 'attende la targa',
  sealing: 'sigillatura in corso',
  waiting: 'attende la rete',
  delayed: 'attende il prossimo tentativo',
  sealed: 'con sigillo',
  delivering: 'con sigillo, caricamento in corso',
  undelivered: 'con sigillo, in attesa di caricamento',
  uploaded: 'con sigillo e sul server',
  failed: 'senza sigillo',
};

const still = [
  'La foto è in fase di sigillatura. Un momento.',
  'La registrazione è in fase di sigillatura. Un momento.',
  '# foto sono in fase di sigillatura. Un momento.',
  '# registrazioni sono in fase di sigillatura. Un momento.',
] as const;

/** Of one photo, one recording, several photos, several recordings. */
const unsealed: Partial<
  Record<Standing, typeof still | readonly [string, string, string, string]>
> = {
  failed: [
    'La foto non è sigillata. Riprovi o la escluda.',
    'La registrazione non è sigillata. Riprovi o la escluda.',
    '# foto non sono sigillate. Riprovi o le escluda.',
    '# registrazioni non sono sigillate. Riprovi o le escluda.',
  ],
  'awaits-plate': [
    'La foto non è ancora sigillata. Confermi la targa.',
    'La registrazione non è ancora sigillata. Confermi la targa.',
    '# foto non sono ancora sigillate. Confermi le targhe.',
    '# registrazioni non sono ancora sigillate. Confermi le targhe.',
  ],
  held: [
    'La foto non è ancora sigillata.',
    'La registrazione non è ancora sigillata.',
    '# foto non sono ancora sigillate.',
    '# registrazioni non sono ancora sigillate.',
  ],
  misconfigured: [
    'La foto non è ancora sigillata. Questa pagina è configurata male: avvisi il responsabile.',
    'La registrazione non è ancora sigillata. Questa pagina è configurata male: avvisi il responsabile.',
    '# foto non sono ancora sigillate. Questa pagina è configurata male: avvisi il responsabile.',
    '# registrazioni non sono ancora sigillate. Questa pagina è configurata male: avvisi il responsabile.',
  ],
  waiting: [
    'La foto attende la rete. Poi sarà sigillata automaticamente.',
    'La registrazione attende la rete. Poi sarà sigillata automaticamente.',
    '# foto attendono la rete. Poi saranno sigillate automaticamente.',
    '# registrazioni attendono la rete. Poi saranno sigillate automaticamente.',
  ],
  delayed: [
    'La foto non è ancora sigillata. Il prossimo tentativo è automatico.',
    'La registrazione non è ancora sigillata. Il prossimo tentativo è automatico.',
    '# foto non sono ancora sigillate. Il prossimo tentativo è automatico.',
    '# registrazioni non sono ancora sigillate. Il prossimo tentativo è automatico.',
  ],
};

const groupNames: Record<ContentGroup, string> = {
  place: 'Posizione',
  attitude: 'Orientamento',
  camera: 'Fotocamera',
  microphone: 'Microfono',
  device: 'Dispositivo',
  network: 'Rete',
};

export const photos = (total: number, mode: Mode, rest: string) =>
  count(
    total,
    by(
      mode,
      {one: `# foto ${rest}`, other: `# foto ${rest}`},
      {one: `# registrazione ${rest}`, other: `# registrazioni ${rest}`},
    ),
  );

export const capture: Partial<typeof English> = {
  captureAsks: (mode, place, motion) => {
    if (place && motion)
      return by(
        mode,
        'Il browser chiederà la fotocamera, la posizione e i sensori di movimento. Posizione e movimento sono facoltativi.',
        'Il browser chiederà il microfono, la posizione e i sensori di movimento. Posizione e movimento sono facoltativi.',
      );
    if (place)
      return by(
        mode,
        'Il browser chiederà la fotocamera e la posizione. La posizione è facoltativa.',
        'Il browser chiederà il microfono e la posizione. La posizione è facoltativa.',
      );
    return motion
      ? by(
          mode,
          'Il browser chiederà la fotocamera e i sensori di movimento. Il movimento è facoltativo.',
          'Il browser chiederà il microfono e i sensori di movimento. Il movimento è facoltativo.',
        )
      : by(
          mode,
          'Accenda la fotocamera per scattare una foto. Viene sigillata subito dopo.',
          'La registrazione viene sigillata appena termina.',
        );
  },
  captureObstacle: (name, mode) => by(mode, ...obstacles[name]),
  captureObstacleHelp: (name, mode, code) =>
    (code === 'part_missing' ? partMissing : by(mode, ...help[name])) + (code && ` (${code})`),
  captureAskAgain: 'Chiedi di nuovo',
  captureTryAgain: 'Riprova',
  captureContents: (groups, mode) =>
    groups.length > 0
      ? `Sarà sigillato: ${list(groups.map((group) => groupNames[group]))}`
      : by(mode, 'Sarà sigillata: solo la foto', 'Sarà sigillata: solo la registrazione'),
  capturePlaceOff: 'Posizione disattivata',
  captureStands: (how, mode) => `${by(mode, 'Ultima foto', 'Registrazione')}: ${standings[how]}`,
  captureTimes: (taken, sealed) => `Acquisizione: ${taken}${sealed && `\nSigillo: ${sealed}`}`,
  captureStorageLow: (mode) =>
    by(
      mode,
      'La memoria è quasi piena. Liberi spazio, altrimenti le nuove foto non potranno essere conservate.',
      'La memoria è quasi piena. Liberi spazio, altrimenti le nuove registrazioni non potranno essere conservate.',
    ),
  captureSealedNow: (mode) => by(mode, 'Foto sigillata.', 'Registrazione sigillata.'),
  captureUploadedNow: 'Caricamento completato.',
  captureFailedNow: (mode, isStored) =>
    isStored
      ? by(
          mode,
          'Foto non sigillata. È conservata qui.',
          'Registrazione non sigillata. È conservata qui.',
        )
      : by(
          mode,
          'Foto non sigillata. Tenga aperta questa pagina.',
          'Registrazione non sigillata. Tenga aperta questa pagina.',
        ),
  captureAllFailed: (total, mode) => photos(total, mode, 'senza sigillo'),
  captureAllWaiting: (total, mode) => photos(total, mode, 'in attesa della rete'),
  captureNoAccess: (total, mode) => photos(total, mode, 'in attesa del Suo accesso'),
  captureMisconfigured: (total, mode) =>
    photos(
      total,
      mode,
      'qui, ancora senza sigillo. Questa pagina è configurata male: avvisi il responsabile.',
    ),
  captureNotSealedYet: (total, mode) => photos(total, mode, 'qui, ancora senza sigillo'),
  captureNotUploaded: (total, mode) => photos(total, mode, 'con sigillo, ma senza caricamento'),
  captureMissing: (mode) => by(mode, 'Scatti prima una foto.', 'Faccia prima una registrazione.'),
  captureUnsealed: (how, total, mode) => {
    const [photo, recording, several, recordings] = unsealed[how] ?? still;
    return count(
      total,
      by(mode, {one: photo, other: several}, {one: recording, other: recordings}),
    );
  },
  captureLeaveOut: 'Escludi',
  captureDisabled: 'La pagina lo ha disattivato.',
};
