import {visibleJson} from '@sealed-capture/seal/model/text/visible-json.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {checkUpload} from './check-upload/check-upload.js';
import {HELP} from './check-upload/help.js';
import {lines, notice, summary, printable} from './check-upload/print.js';
import {settingsOf, WrongUse, type CheckSettings} from './check-upload/settings.js';

/** Runs `sealed-capture check-upload URL`. Resolves to the exit status: 0 no faults, 1 faults, 2 wrong usage. */
export async function checkUploadCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  let settings: CheckSettings;
  try {
    settings = settingsOf(args);
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    process.stderr.write(
      `sealed-capture: ${visibleText(error.message)}\nTry: check-upload --help\n`,
    );
    return 2;
  }
  const {json} = settings;
  const print = (text: string): void => void process.stdout.write(text);
  (json ? process.stderr : process.stdout).write(notice(settings));
  const asPrinted = printable(settings);
  const findings = await checkUpload(settings, (finding) => {
    if (!json) print(lines(asPrinted(finding)));
  });
  print(json ? `${visibleJson(findings.map(asPrinted), 2)}\n` : summary(findings));
  return findings.some(({result}) => result === 'fault') ? 1 : 0;
}
