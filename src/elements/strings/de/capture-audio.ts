import type {Level} from '../../capture-audio/desk/level.js';
import type {Ending} from '../states.js';
import type {captureAudio as English} from '../en/capture-audio.js';
import {plurals} from '../wording.js';

const count = plurals('de');

const levels: Record<Level | 'muted', string> = {
  good: 'Pegel gut',
  quiet: 'Sehr leise',
  loud: 'Zu laut',
  muted: 'Mikrofon stumm',
};

const endings: Record<Ending, string> = {
  stopped: '',
  full: 'Die Höchstdauer ist erreicht.',
  silent: 'Die Aufnahme endete von selbst, weil nichts zu hören war.',
  'device-lost': 'Das Mikrofon wurde getrennt. Das bis dahin Aufgenommene bleibt erhalten.',
  'storage-full':
    'Der Speicher dieses Browsers ist voll. Das bis dahin Aufgenommene bleibt erhalten.',
  failed: 'Die Aufnahme brach ab. Bis auf die letzten Sekunden bleibt alles erhalten.',
  closed: 'Sie haben die Seite verlassen. Das bis dahin Aufgenommene bleibt erhalten.',
  recovered: 'Eine abgebrochene Aufnahme wurde wiederhergestellt.',
};

export const captureAudio: Partial<typeof English> = {
  recordWaveMissing:
    'Die Wellenform wurde nicht geladen. Die Aufnahme ist auch ohne sie vollständig.',
  recordPartMissing: 'Ein Teil dieser Seite wurde nicht geladen. Ihre Aufnahmen sind sicher.',
  recordGroup: 'Tonaufnahme',
  recordReady: 'Bereit zur Aufnahme',
  recordOff: 'Die Aufnahme ist ausgeschaltet',
  recordStopFirst: 'Beenden Sie zuerst die Aufnahme.',
  recordStart: 'Aufnahme starten',
  recordStarting: 'Startet …',
  recordCancel: 'Abbrechen',
  recordStop: 'Aufnahme beenden',
  recordPause: 'Pause',
  recordResume: 'Fortsetzen',
  recordPaused: 'Angehalten',
  recordElapsed: 'Aufgenommen',
  recordLeft: (time) => `noch ${time}`,
  recordLevel: 'Pegel',
  recordLevelIs: (level) => levels[level],
  recordMicrophone: 'Mikrofon',
  recordDefault: 'Standardmikrofon',
  recordEnded: (end) => endings[end],
  recordMissing: (seconds) => `Etwa ${seconds} s Ton fehlen: Dieses Gerät war zu beschäftigt.`,
  recordInclude: 'Zum Formular hinzufügen',
  recordMark: 'Lesezeichen',
  recordMarked: (time) => `Lesezeichen bei ${time}.`,
  recordCaption: 'Beschreibung',
  recordDelete: 'Aufnahme löschen',
  recordOthers: (total) =>
    count(total, {
      other: '# weitere noch nicht versiegelt. Nächste zeigen',
    }),
  recordAgain: 'Neue Aufnahme',
  recordCannot: 'Diese Seite kann nicht aufnehmen',
  recordCannotHelp: (code) => `Ein Teil der Seite konnte nicht geladen werden. (${code})`,
  recordOn: 'Aufnahme läuft.',
  recordPausedNow: 'Angehalten.',
  recordStopped: 'Aufnahme beendet. Sie wird versiegelt.',
  recordStoppedNow: 'Aufnahme beendet.',
  recordStoppedHeld: 'Aufnahme beendet. Sie ist noch nicht versiegelt.',
  recordDiscarded: 'Aufnahme verworfen.',
  recordNone: 'Es gibt keine Aufnahme. Versuchen Sie es noch einmal.',
};
