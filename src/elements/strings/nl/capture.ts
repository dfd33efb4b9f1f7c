import type {ContentGroup} from '../../../core/metadata/capture-contents.js';
import type {Mode} from '../../../model/media-type.js';
import type {Standing} from '../states.js';
import type {ObstacleName} from '../en/capture.js';
import type {capture as English} from '../en/capture.js';
import {by, lists, plurals} from '../wording.js';

const count = plurals('nl');
const list = lists('nl');

const obstacles: Record<ObstacleName, readonly [photo: string, recording: string]> = {
  pending: ['Wacht op uw toestemming', 'Wacht op uw toestemming'],
  denied: ['Camera niet toegestaan', 'Microfoon niet toegestaan'],
  blocked: ['Camera geblokkeerd', 'Microfoon geblokkeerd'],
  'not-found': ['Geen camera gevonden', 'Geen microfoon gevonden'],
  'in-use': ['De camera is al in gebruik', 'De microfoon is al in gebruik'],
  insecure: ['Deze pagina is niet veilig', 'Deze pagina is niet veilig'],
  failed: ['De camera is niet gestart', 'De microfoon is niet gestart'],
};

const blocked =
  'Sta de toegang toe in de browserinstellingen voor deze pagina en kies daarna “Opnieuw proberen”.';

const help: Record<ObstacleName | 'policy', readonly [photo: string, recording: string]> = {
  pending: ['Uw browser vraagt het. Kies “Toestaan”.', 'Uw browser vraagt het. Kies “Toestaan”.'],
  denied: [
    'Voor een foto is de camera nodig. Uw browser kan het nog eens vragen.',
    'Voor een opname is de microfoon nodig. Uw browser kan het nog eens vragen.',
  ],
  blocked: [blocked, blocked],
  policy: [
    'De website waarin deze pagina staat, staat de camera niet toe.',
    'De website waarin deze pagina staat, staat de microfoon niet toe.',
  ],
  'not-found': [
    'Sluit een camera aan en probeer het opnieuw.',
    'Sluit een microfoon aan en probeer het opnieuw.',
  ],
  'in-use': [
    'Een ander programma gebruikt de camera. Sluit het en probeer het opnieuw.',
    'Een ander programma gebruikt de microfoon. Sluit het en probeer het opnieuw.',
  ],
  insecure: ['Camera’s werken alleen via https.', 'Microfoons werken alleen via https.'],
  failed: [
    'Probeer het opnieuw of gebruik een andere camera.',
    'Probeer het opnieuw of gebruik een andere microfoon.',
  ],
};

const partMissing =
  'Een deel van deze pagina is niet geladen. Controleer het netwerk en laad de pagina opnieuw.';

export const standings: Record<Standing, string> = {
  held: 'nog niet verzegeld',
  misconfigured: 'nog niet verzegeld',
  'awaits-plate': 'wacht op het kenteken',
  sealing: 'wordt verzegeld',
  waiting: 'wacht op het netwerk',
  delayed: 'wacht op de volgende poging',
  sealed: 'verzegeld',
  delivering: 'verzegeld, wordt geüpload',
  undelivered: 'verzegeld, wacht op uploaden',
  uploaded: 'verzegeld en geüpload',
  failed: 'niet verzegeld',
};

const still = [
  'De foto wordt nog verzegeld. Een ogenblik.',
  'De opname wordt nog verzegeld. Een ogenblik.',
  '# foto’s worden nog verzegeld. Een ogenblik.',
  '# opnamen worden nog verzegeld. Een ogenblik.',
] as const;

/** Of one photo, one recording, several photos, several recordings. */
const unsealed: Partial<
  Record<Standing, typeof still | readonly [string, string, string, string]>
> = {
  failed: [
    'De foto is niet verzegeld. Probeer het opnieuw of laat hem weg.',
    'De opname is niet verzegeld. Probeer het opnieuw of laat ze weg.',
    '# foto’s zijn niet verzegeld. Probeer het opnieuw of laat ze weg.',
    '# opnamen zijn niet verzegeld. Probeer het opnieuw of laat ze weg.',
  ],
  'awaits-plate': [
    'De foto is nog niet verzegeld. Bevestig het kenteken.',
    'De opname is nog niet verzegeld. Bevestig het kenteken.',
    '# foto’s zijn nog niet verzegeld. Bevestig de kentekens.',
    '# opnamen zijn nog niet verzegeld. Bevestig de kentekens.',
  ],
  held: [
    'De foto is nog niet verzegeld.',
    'De opname is nog niet verzegeld.',
    '# foto’s zijn nog niet verzegeld.',
    '# opnamen zijn nog niet verzegeld.',
  ],
  misconfigured: [
    'De foto is nog niet verzegeld. Deze pagina is verkeerd ingesteld: meld het aan de beheerder.',
    'De opname is nog niet verzegeld. Deze pagina is verkeerd ingesteld: meld het aan de beheerder.',
    '# foto’s zijn nog niet verzegeld. Deze pagina is verkeerd ingesteld: meld het aan de beheerder.',
    '# opnamen zijn nog niet verzegeld. Deze pagina is verkeerd ingesteld: meld het aan de beheerder.',
  ],
  waiting: [
    'De foto wacht op het netwerk. Daarna wordt hij vanzelf verzegeld.',
    'De opname wacht op het netwerk. Daarna wordt ze vanzelf verzegeld.',
    '# foto’s wachten op het netwerk. Daarna worden ze vanzelf verzegeld.',
    '# opnamen wachten op het netwerk. Daarna worden ze vanzelf verzegeld.',
  ],
  delayed: [
    'De foto is nog niet verzegeld. De volgende poging komt vanzelf.',
    'De opname is nog niet verzegeld. De volgende poging komt vanzelf.',
    '# foto’s zijn nog niet verzegeld. De volgende poging komt vanzelf.',
    '# opnamen zijn nog niet verzegeld. De volgende poging komt vanzelf.',
  ],
};

const groupNames: Record<ContentGroup, string> = {
  place: 'Locatie',
  attitude: 'Stand',
  camera: 'Camera',
  microphone: 'Microfoon',
  device: 'Apparaat',
  network: 'Netwerk',
};

export const photos = (total: number, mode: Mode, rest: string) =>
  count(
    total,
    by(
      mode,
      {one: `# foto ${rest}`, other: `# foto’s ${rest}`},
      {one: `# opname ${rest}`, other: `# opnamen ${rest}`},
    ),
  );

export const capture: Partial<typeof English> = {
  captureAsks: (mode, place, motion) => {
    if (place && motion)
      return by(
        mode,
        'Uw browser vraagt om camera, locatie en bewegingssensoren. Locatie en beweging zijn niet verplicht.',
        'Uw browser vraagt om microfoon, locatie en bewegingssensoren. Locatie en beweging zijn niet verplicht.',
      );
    if (place)
      return by(
        mode,
        'Uw browser vraagt om camera en locatie. De locatie is niet verplicht.',
        'Uw browser vraagt om microfoon en locatie. De locatie is niet verplicht.',
      );
    return motion
      ? by(
          mode,
          'Uw browser vraagt om camera en bewegingssensoren. De beweging is niet verplicht.',
          'Uw browser vraagt om microfoon en bewegingssensoren. De beweging is niet verplicht.',
        )
      : by(
          mode,
          'Schakel de camera in om een foto te maken. Hij wordt direct daarna verzegeld.',
          'De opname wordt verzegeld zodra ze eindigt.',
        );
  },
  captureObstacle: (name, mode) => by(mode, ...obstacles[name]),
  captureObstacleHelp: (name, mode, code) =>
    (code === 'part_missing' ? partMissing : by(mode, ...help[name])) + (code && ` (${code})`),
  captureAskAgain: 'Opnieuw vragen',
  captureTryAgain: 'Opnieuw proberen',
  captureContents: (groups, mode) =>
    groups.length > 0
      ? `Wordt verzegeld: ${list(groups.map((group) => groupNames[group]))}`
      : by(mode, 'Wordt verzegeld: alleen de foto', 'Wordt verzegeld: alleen de opname'),
  capturePlaceOff: 'Locatie uit',
  captureStands: (how, mode) => `${by(mode, 'Laatste foto', 'Opname')}: ${standings[how]}`,
  captureTimes: (taken, sealed) => `Gemaakt: ${taken}${sealed && `\nVerzegeld: ${sealed}`}`,
  captureStorageLow: (mode) =>
    by(
      mode,
      'De opslag is bijna vol. Maak ruimte, anders kunnen nieuwe foto’s niet worden bewaard.',
      'De opslag is bijna vol. Maak ruimte, anders kunnen nieuwe opnamen niet worden bewaard.',
    ),
  captureSealedNow: (mode) => by(mode, 'Foto verzegeld.', 'Opname verzegeld.'),
  captureUploadedNow: 'Geüpload.',
  captureFailedNow: (mode, isStored) =>
    isStored
      ? by(
          mode,
          'Foto niet verzegeld. Hij blijft hier bewaard.',
          'Opname niet verzegeld. Ze blijft hier bewaard.',
        )
      : by(
          mode,
          'Foto niet verzegeld. Houd deze pagina open.',
          'Opname niet verzegeld. Houd deze pagina open.',
        ),
  captureAllFailed: (total, mode) => photos(total, mode, 'niet verzegeld'),
  captureAllWaiting: (total, mode) =>
    photos(
      total,
      mode,
      count(total, {one: 'wacht op het netwerk', other: 'wachten op het netwerk'}),
    ),
  captureNoAccess: (total, mode) =>
    photos(total, mode, count(total, {one: 'wacht tot u inlogt', other: 'wachten tot u inlogt'})),
  captureMisconfigured: (total, mode) =>
    photos(
      total,
      mode,
      'hier bewaard, nog niet verzegeld. Deze pagina is verkeerd ingesteld: meld het aan de beheerder.',
    ),
  captureNotSealedYet: (total, mode) => photos(total, mode, 'hier bewaard, nog niet verzegeld'),
  captureNotUploaded: (total, mode) => photos(total, mode, 'verzegeld, maar niet geüpload'),
  captureMissing: (mode) => by(mode, 'Maak eerst een foto.', 'Maak eerst een opname.'),
  captureUnsealed: (how, total, mode) => {
    const [photo, recording, several, recordings] = unsealed[how] ?? still;
    return count(
      total,
      by(mode, {one: photo, other: several}, {one: recording, other: recordings}),
    );
  },
  captureLeaveOut: 'Weglaten',
  captureDisabled: 'De pagina heeft dit uitgeschakeld.',
};
