import type {ContentGroup} from '../../../core/metadata/capture-contents.js';
import type {Mode} from '../../../model/media-type.js';
import type {Standing} from '../states.js';
import type {ObstacleName} from '../en/capture.js';
import type {capture as English} from '../en/capture.js';
import {by, lists, plurals} from '../wording.js';

const count = plurals('de');
const list = lists('de');

const obstacles: Record<ObstacleName, readonly [photo: string, recording: string]> = {
  pending: ['Warten auf Ihre Erlaubnis', 'Warten auf Ihre Erlaubnis'],
  denied: ['Kamera nicht erlaubt', 'Mikrofon nicht erlaubt'],
  blocked: ['Kamera blockiert', 'Mikrofon blockiert'],
  'not-found': ['Keine Kamera gefunden', 'Kein Mikrofon gefunden'],
  'in-use': ['Kamera wird schon verwendet', 'Mikrofon wird schon verwendet'],
  insecure: ['Diese Seite ist nicht sicher', 'Diese Seite ist nicht sicher'],
  failed: ['Kamera nicht gestartet', 'Mikrofon nicht gestartet'],
};

const blocked =
  'Erlauben Sie den Zugriff in den Browsereinstellungen für diese Seite und wählen Sie dann „Noch einmal versuchen“.';

const help: Record<ObstacleName | 'policy', readonly [photo: string, recording: string]> = {
  pending: [
    'Ihr Browser fragt. Wählen Sie „Zulassen“.',
    'Ihr Browser fragt. Wählen Sie „Zulassen“.',
  ],
  denied: [
    'Erlauben Sie die Kamera, um ein Foto aufzunehmen. Ihr Browser kann Sie noch einmal fragen.',
    'Erlauben Sie das Mikrofon, um aufzunehmen. Ihr Browser kann Sie noch einmal fragen.',
  ],
  blocked: [blocked, blocked],
  policy: [
    'Die Website, die diese Seite einbettet, erlaubt ihr die Kamera nicht.',
    'Die Website, die diese Seite einbettet, erlaubt ihr das Mikrofon nicht.',
  ],
  'not-found': [
    'Schließen Sie eine Kamera an und versuchen Sie es noch einmal.',
    'Schließen Sie ein Mikrofon an und versuchen Sie es noch einmal.',
  ],
  'in-use': [
    'Ein anderes Programm verwendet die Kamera. Schließen Sie es und versuchen Sie es noch einmal.',
    'Ein anderes Programm verwendet das Mikrofon. Schließen Sie es und versuchen Sie es noch einmal.',
  ],
  insecure: ['Kameras funktionieren nur über https.', 'Mikrofone funktionieren nur über https.'],
  failed: [
    'Versuchen Sie es noch einmal oder verwenden Sie eine andere Kamera.',
    'Versuchen Sie es noch einmal oder verwenden Sie ein anderes Mikrofon.',
  ],
};

const partMissing =
  'Ein Teil dieser Seite wurde nicht geladen. Prüfen Sie die Verbindung und laden Sie die Seite neu.';

export const standings: Record<Standing, string> = {
  held: 'noch nicht versiegelt',
  misconfigured: 'noch nicht versiegelt',
  'awaits-plate': 'wartet auf das Kennzeichen',
  sealing: 'wird versiegelt',
  waiting: 'wartet auf das Netz',
  delayed: 'wartet auf den nächsten Versuch',
  sealed: 'versiegelt',
  delivering: 'versiegelt, wird hochgeladen',
  undelivered: 'versiegelt, wartet auf das Hochladen',
  uploaded: 'versiegelt und hochgeladen',
  failed: 'nicht versiegelt',
};

const still = [
  'Das Foto wird noch versiegelt. Einen Moment bitte.',
  'Die Aufnahme wird noch versiegelt. Einen Moment bitte.',
  '# Fotos werden noch versiegelt. Einen Moment bitte.',
  '# Aufnahmen werden noch versiegelt. Einen Moment bitte.',
] as const;

/** Of one photo, one recording, several photos, several recordings. */
const unsealed: Partial<
  Record<Standing, typeof still | readonly [string, string, string, string]>
> = {
  failed: [
    'Das Foto ist nicht versiegelt. Versuchen Sie es noch einmal oder lassen Sie es weg.',
    'Die Aufnahme ist nicht versiegelt. Versuchen Sie es noch einmal oder lassen Sie sie weg.',
    '# Fotos sind nicht versiegelt. Versuchen Sie es noch einmal oder lassen Sie sie weg.',
    '# Aufnahmen sind nicht versiegelt. Versuchen Sie es noch einmal oder lassen Sie sie weg.',
  ],
  'awaits-plate': [
    'Das Foto ist noch nicht versiegelt. Bestätigen Sie das Kennzeichen.',
    'Die Aufnahme ist noch nicht versiegelt. Bestätigen Sie das Kennzeichen.',
    '# Fotos sind noch nicht versiegelt. Bestätigen Sie das Kennzeichen.',
    '# Aufnahmen sind noch nicht versiegelt. Bestätigen Sie das Kennzeichen.',
  ],
  held: [
    'Das Foto ist noch nicht versiegelt.',
    'Die Aufnahme ist noch nicht versiegelt.',
    '# Fotos sind noch nicht versiegelt.',
    '# Aufnahmen sind noch nicht versiegelt.',
  ],
  misconfigured: [
    'Das Foto ist noch nicht versiegelt. Diese Seite ist falsch eingerichtet: Bitte sagen Sie es ihrem Betreiber.',
    'Die Aufnahme ist noch nicht versiegelt. Diese Seite ist falsch eingerichtet: Bitte sagen Sie es ihrem Betreiber.',
    '# Fotos sind noch nicht versiegelt. Diese Seite ist falsch eingerichtet: Bitte sagen Sie es ihrem Betreiber.',
    '# Aufnahmen sind noch nicht versiegelt. Diese Seite ist falsch eingerichtet: Bitte sagen Sie es ihrem Betreiber.',
  ],
  waiting: [
    'Das Foto wartet auf das Netz. Danach wird es von selbst versiegelt.',
    'Die Aufnahme wartet auf das Netz. Danach wird sie von selbst versiegelt.',
    '# Fotos warten auf das Netz. Danach werden sie von selbst versiegelt.',
    '# Aufnahmen warten auf das Netz. Danach werden sie von selbst versiegelt.',
  ],
  delayed: [
    'Das Foto ist noch nicht versiegelt. Der nächste Versuch kommt von selbst.',
    'Die Aufnahme ist noch nicht versiegelt. Der nächste Versuch kommt von selbst.',
    '# Fotos sind noch nicht versiegelt. Der nächste Versuch kommt von selbst.',
    '# Aufnahmen sind noch nicht versiegelt. Der nächste Versuch kommt von selbst.',
  ],
};

const groupNames: Record<ContentGroup, string> = {
  place: 'Standort',
  attitude: 'Lage',
  camera: 'Kamera',
  microphone: 'Mikrofon',
  device: 'Gerät',
  network: 'Netz',
};

export const photos = (total: number, mode: Mode, rest: string) =>
  count(
    total,
    by(
      mode,
      {one: `# Foto ${rest}`, other: `# Fotos ${rest}`},
      {one: `# Aufnahme ${rest}`, other: `# Aufnahmen ${rest}`},
    ),
  );

export const capture: Partial<typeof English> = {
  captureAsks: (mode, place, motion) => {
    if (place && motion)
      return by(
        mode,
        'Ihr Browser fragt nach Kamera, Standort und Bewegungssensoren. Standort und Bewegung sind freiwillig.',
        'Ihr Browser fragt nach Mikrofon, Standort und Bewegungssensoren. Standort und Bewegung sind freiwillig.',
      );
    if (place)
      return by(
        mode,
        'Ihr Browser fragt nach Kamera und Standort. Der Standort ist freiwillig.',
        'Ihr Browser fragt nach Mikrofon und Standort. Der Standort ist freiwillig.',
      );
    return motion
      ? by(
          mode,
          'Ihr Browser fragt nach Kamera und Bewegungssensoren. Die Bewegung ist freiwillig.',
          'Ihr Browser fragt nach Mikrofon und Bewegungssensoren. Die Bewegung ist freiwillig.',
        )
      : by(
          mode,
          'Schalten Sie die Kamera für ein Foto ein. Es wird gleich danach versiegelt.',
          'Die Aufnahme wird versiegelt, sobald sie endet.',
        );
  },
  captureObstacle: (name, mode) => by(mode, ...obstacles[name]),
  captureObstacleHelp: (name, mode, code) =>
    (code === 'part_missing' ? partMissing : by(mode, ...help[name])) + (code && ` (${code})`),
  captureAskAgain: 'Noch einmal fragen',
  captureTryAgain: 'Noch einmal versuchen',
  captureContents: (groups, mode) =>
    groups.length > 0
      ? `Versiegelt wird: ${list(groups.map((group) => groupNames[group]))}`
      : by(mode, 'Versiegelt wird: nur das Foto', 'Versiegelt wird: nur die Aufnahme'),
  capturePlaceOff: 'Standort aus',
  captureStands: (how, mode) => `${by(mode, 'Letztes Foto', 'Aufnahme')}: ${standings[how]}`,
  captureTimes: (taken, sealed) => `Aufgenommen: ${taken}${sealed && `\nVersiegelt: ${sealed}`}`,
  captureStorageLow: (mode) =>
    by(
      mode,
      'Der Speicher ist fast voll. Schaffen Sie Platz, sonst können neue Fotos nicht gespeichert werden.',
      'Der Speicher ist fast voll. Schaffen Sie Platz, sonst können neue Aufnahmen nicht gespeichert werden.',
    ),
  captureSealedNow: (mode) => by(mode, 'Foto versiegelt.', 'Aufnahme versiegelt.'),
  captureUploadedNow: 'Hochgeladen.',
  captureFailedNow: (mode, isStored) =>
    isStored
      ? by(
          mode,
          'Foto nicht versiegelt. Es bleibt hier erhalten.',
          'Aufnahme nicht versiegelt. Sie bleibt hier erhalten.',
        )
      : by(
          mode,
          'Foto nicht versiegelt. Lassen Sie diese Seite offen.',
          'Aufnahme nicht versiegelt. Lassen Sie diese Seite offen.',
        ),
  captureAllFailed: (total, mode) => photos(total, mode, 'nicht versiegelt'),
  captureAllWaiting: (total, mode) =>
    photos(total, mode, count(total, {one: 'wartet auf das Netz', other: 'warten auf das Netz'})),
  captureNoAccess: (total, mode) =>
    photos(
      total,
      mode,
      count(total, {one: 'wartet auf Ihre Anmeldung', other: 'warten auf Ihre Anmeldung'}),
    ),
  captureMisconfigured: (total, mode) =>
    photos(
      total,
      mode,
      'hier gespeichert, noch nicht versiegelt. Diese Seite ist falsch eingerichtet: Bitte sagen Sie es ihrem Betreiber.',
    ),
  captureNotSealedYet: (total, mode) =>
    photos(total, mode, 'hier gespeichert, noch nicht versiegelt'),
  captureNotUploaded: (total, mode) => photos(total, mode, 'versiegelt, aber nicht hochgeladen'),
  captureMissing: (mode) =>
    by(mode, 'Nehmen Sie zuerst ein Foto auf.', 'Machen Sie zuerst eine Aufnahme.'),
  captureUnsealed: (how, total, mode) => {
    const [photo, recording, several, recordings] = unsealed[how] ?? still;
    return count(
      total,
      by(mode, {one: photo, other: several}, {one: recording, other: recordings}),
    );
  },
  captureLeaveOut: 'Weglassen',
  captureDisabled: 'Von der Seite ausgeschaltet.',
};
