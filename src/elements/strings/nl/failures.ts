import type {ErrorCode} from '../../../model/errors.js';
import type {failures as English} from '../en/failures.js';
import {by, plurals} from '../wording.js';
import {photos} from './capture.js';

const count = plurals('nl');

const tellOwner = 'Meld het aan de beheerder van de pagina en probeer het daarna opnieuw.';
const noAnswer =
  'De dienst heeft niet geantwoord. Controleer uw verbinding en probeer het opnieuw.';
const oddAnswer = `Het antwoord van de dienst was onleesbaar. ${tellOwner}`;
const partMissing =
  'Een deel van deze pagina is niet geladen. Het bestand blijft alleen bewaard zolang deze pagina openstaat: sla het op en laad daarna de pagina opnieuw.';
const busy = 'Probeer het over een paar minuten opnieuw.';

const reasons: Partial<Record<ErrorCode, string>> = {
  unauthorized: `De dienst aanvaardt de sleutel van deze pagina niet. ${tellOwner}`,
  origin_not_allowed: `De dienst laat deze pagina niet toe. ${tellOwner}`,
  request_rejected: `De dienst heeft het verzoek geweigerd. ${tellOwner}`,
  too_large: 'Het bestand is groter dan de dienst aanvaardt. Sla het op zonder zegel.',
  media_unsupported: 'Een bestand van dit type kan geen zegel dragen. Sla het op zonder zegel.',
  network_failed: noAnswer,
  timeout: noAnswer,
  rate_limited: `De dienst is overbelast. ${busy}`,
  service_unavailable: `De dienst werkt niet. ${busy}`,
  response_invalid: oddAnswer,
  seal_mismatch: oddAnswer,
  storage_full:
    'De opslag van deze browser is vol. Het bestand blijft alleen bewaard zolang deze pagina openstaat: sla het op, of maak ruimte en probeer het opnieuw.',
  storage_unavailable:
    'Deze browser slaat het bestand niet op. Het blijft alleen bewaard zolang deze pagina openstaat: sla het zelf op of probeer het opnieuw.',
  worker_unavailable: partMissing,
  part_missing: partMissing,
};

const at = (status: string) => status && ` (status\u00a0${status})`;

export const failures: Partial<typeof English> = {
  failureCount: (total, mode) => photos(total, mode, 'niet verzegeld'),
  failureReason: (code) =>
    reasons[code] ?? 'Er ging iets mis. Probeer het opnieuw of sla het bestand op zonder zegel.',
  failureNoService: `Deze pagina is verkeerd ingesteld: op het adres is geen dienst. ${tellOwner}`,
  setupProblem: (code, mode) => {
    const files = by(mode, 'foto’s', 'opnamen');
    switch (code) {
      case 'clock_wrong':
        return `De klok van dit apparaat staat verkeerd. Zet hem goed, anders krijgen uw ${files} een verkeerde tijd.`;
      case 'storage_unavailable':
        return `Deze browser bewaart hier geen ${files}. Laat deze pagina open tot alles is verzegeld.`;
      case 'credentials_missing':
        return `Uw ${files} blijven hier, maar worden niet verzegeld. Log in of meld het aan de beheerder van de pagina.`;
      default:
        return `Deze pagina is verkeerd ingesteld: uw ${files} blijven hier, maar worden niet verzegeld. Meld het aan de beheerder.`;
    }
  },
  failureRetry: 'Opnieuw proberen',
  failureSave: 'Zonder zegel opslaan',
  failureDelete: 'Verwijderen',
  failureDeleted: (total, mode) => photos(total, mode, 'verwijderd'),
  failureUndo: 'Ongedaan maken',
  failureKept: (total, mode) => photos(total, mode, 'bewaard.'),
  failureSaved: 'Zonder zegel opgeslagen.',
  failureNotSaved: 'Niet opgeslagen: het bestand is hier niet meer.',
  failureNotReadable:
    'Niet opgeslagen: het bestand kan nu niet worden gelezen. Probeer het opnieuw.',
  failureFile: (mode) => by(mode, 'foto', 'opname'),
  captureUploading: (total, percent, mode) =>
    count(
      total,
      by(
        mode,
        {
          one: `# foto wordt geüpload, ${percent}\u00a0%`,
          other: `# foto’s worden geüpload, ${percent}\u00a0%`,
        },
        {
          one: `# opname wordt geüpload, ${percent}\u00a0%`,
          other: `# opnamen worden geüpload, ${percent}\u00a0%`,
        },
      ),
    ),
  captureToUpload: (total, mode) => photos(total, mode, 'verzegeld, nog niet geüpload'),
  failureRefused: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'deze foto', other: 'deze foto’s'},
        {one: 'deze opname', other: 'deze opnamen'},
      ),
    );
    return `De server neemt ${them} niet aan${at(status)}.`;
  },
  failureTooLarge: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'De foto is', other: 'De foto’s zijn'},
        {one: 'De opname is', other: 'De opnamen zijn'},
      ),
    );
    return `${them} te groot voor de server${at(status)}.`;
  },
  failureUnconfirmed: (status) => `De server bevestigt de upload niet${at(status)}.`,
  failureUnreadable:
    'Deze pagina kan het antwoord van de server niet lezen (CORS): status onbekend.',
};
