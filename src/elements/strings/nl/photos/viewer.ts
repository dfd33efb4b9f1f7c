import type {Standing} from '../../states.js';
import type {PhotoAct, viewer as English} from '../../en/photos/viewer.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('nl');

const states: Record<Standing, string> = {
  ...sentences(standings),
  misconfigured:
    'Nog niet verzegeld. Deze pagina is niet goed ingesteld: meld het aan de beheerder',
  'awaits-plate': 'Nog niet verzegeld: bevestig het kenteken',
};

const acts: Record<PhotoAct, (which: string) => string> = {
  viewerTryAgain: (which) => `Opnieuw proberen met de foto ${which}`,
  viewerSave: (which) => `De foto ${which} opslaan`,
  viewerShare: (which) => `De foto ${which} delen`,
  viewerSaveUnsealed: (which) => `De foto ${which} zonder zegel opslaan`,
  viewerDelete: (which) => `De foto ${which} verwijderen`,
};

export const viewer: Partial<typeof English> = {
  viewerTitle: (position, count) => `Foto ${position} van ${count}`,
  viewerState: (standing) => states[standing],
  viewerTurned: (position, count, standing) =>
    `Foto ${position} van ${count}. ${states[standing]}.`,
  viewerTaken: (time) => `Gemaakt op ${time}`,
  viewerPicture: (time, standing) => `Foto gemaakt op ${time}. ${states[standing]}.`,
  viewerClose: 'Sluiten',
  viewerEarlier: 'Vorige foto',
  viewerLater: 'Volgende foto',
  viewerEnlarge: 'Vergroten',
  viewerFit: 'Verkleinen',
  viewerContents: 'Wat met de foto wordt verzegeld',
  viewerContentsClose: 'Lijst sluiten',
  viewerNoContents: 'Met deze foto wordt verder niets verzegeld.',
  viewerRetake: 'Opnieuw maken',
  viewerDelete: 'Verwijderen',
  viewerSave: 'Opslaan',
  viewerShare: 'Delen',
  viewerSaveUnsealed: 'Zonder zegel opslaan',
  viewerTryAgain: 'Opnieuw proberen',
  viewerActOn: (act, time, shot) => acts[act]((shot && `“${shot}” `) + `van ${time}`),
  viewerNoPicture: 'De foto kan niet worden getoond: het bestand is hier niet meer.',
  viewerUnreadable: 'De foto kan nu niet worden getoond. De foto is niet verwijderd.',
  viewerFile: 'foto',
  viewerDeleted: (total) =>
    count(total, {
      one: 'Foto verwijderd. U kunt dit 10 seconden lang ongedaan maken.',
      other: '# foto’s verwijderd. U kunt dit 10 seconden lang ongedaan maken.',
    }),
  viewerSaved: 'Opgeslagen.',
  viewerNotSaved: 'Niet opgeslagen: het bestand is hier niet meer.',
  viewerNotReadable:
    'Niet opgeslagen: het bestand kan nu niet worden gelezen. Probeer het opnieuw.',
  viewerUploadedStays: 'Verwijdert u de foto hier, dan blijft de geüploade kopie bestaan.',
  viewerAll: (total) => count(total, {one: '# foto tonen', other: '# foto’s tonen'}),
  viewerCount: (total) => count(total, {one: '# foto', other: '# foto’s'}),
  viewerShowAll: 'Foto’s tonen',
  viewerRoom: (used, left) => `${used} hier opgeslagen, ${left} vrij`,
  viewerGone: 'niet meer hier opgeslagen',
  viewerFreeRoom:
    'De opslag is bijna vol. Sla foto’s op die u hier niet meer nodig hebt, of verwijder ze.',
  viewerUseQuestion: 'Deze foto gebruiken?',
  viewerUse: 'Gebruiken',
  viewerUseSaid: (shot) => `Foto gemaakt${shot && `: ${shot}`}. Gebruiken of opnieuw maken?`,
  viewerUseWaits: (shot) =>
    `Over een eerdere foto is nog niet besloten${shot && `: ${shot}`}. Gebruiken of opnieuw maken?`,
  viewerUndecided: (more) => count(more, {one: 'nog # te beslissen', other: 'nog # te beslissen'}),
  viewerDiscarded: 'Foto weggegooid.',
  viewerUnstored: 'Foto niet opgeslagen. Houd deze pagina open, anders gaat hij verloren.',
  viewerAnswerNotStored:
    'Uw antwoord kon niet worden opgeslagen. De foto is er nog: probeer het opnieuw.',
  viewerSelect: 'Selecteren',
  viewerSelectEnd: 'Annuleren',
  viewerSelectAll: 'Alles selecteren',
  viewerSelectNone: 'Niets selecteren',
  viewerSelected: (total) =>
    total === 0
      ? 'Geen foto’s geselecteerd'
      : count(total, {one: '# geselecteerd', other: '# geselecteerd'}),
  viewerSomeUnsealed: 'Foto’s die nog niet verzegeld zijn, worden zonder zegel opgeslagen.',
  viewerSaving: (position, total) => `${position} van ${total} opslaan`,
  viewerReading: (position, total) => `${position} van ${total} lezen`,
  viewerSavedSome: (saved, total) =>
    `${saved} van ${total} foto’s opgeslagen: de andere bestanden zijn hier niet meer opgeslagen.`,
  viewerReadSome: (saved, total) =>
    `${saved} van ${total} foto’s opgeslagen: de andere bestanden kunnen nu niet worden gelezen. Probeer het opnieuw.`,
};
