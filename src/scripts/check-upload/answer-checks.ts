import {retryAfterOf} from '@sealed-capture/seal/model/service-error.js';
import type {Client} from './client.js';
import {originProblem, readableHeaders, type Page} from './cors.js';
import type {Report} from './report.js';
import {duration} from './words.js';

const NO_CORS =
  'Your pages have the server’s own origin, or none was given: --origin https://app.example.';

/** What all answers of the check have in common: whether the page may read them, and when it is to come again. */
export function checkAnswers(client: Client, report: Report, wanted: readonly string[]): void {
  const {page} = client;
  if (page) {
    checkReadable(client, report, page);
    checkRefusals(client, report, page);
    checkExposed(client, report, page, wanted);
  } else report.skipRest(['readable', 'refusals', 'exposed'], NO_CORS);
  checkRetryAfter(client, report);
}

export async function checkPreflights(
  client: Client,
  report: Report,
  requests: readonly Parameters<Client['preflight']>[1][],
): Promise<void> {
  if (!client.page) return report.skip('preflight', NO_CORS);
  for (const request of requests) {
    const problem = await client.preflight(client.page, request);
    if (!problem) continue;
    return report.fault('preflight', {
      text: `Before a ${request.method} from another origin, browsers ask by OPTIONS. The answer ${problem}.`,
      effect: 'Browsers send no file: it stays in the browser, and is tried again without end.',
      remedy:
        'Answer OPTIONS with status 204, without a sign-in, and with the headers of the table in docs/delivery.md (CORS).',
    });
  }
  const methods = requests.map(({method}) => method).join(', ');
  report.ok('preflight', `Browsers may send the requests (${methods}) from ${client.page.origin}.`);
}

/** Says how long a small photo took. */
export function checkTime({waits}: Client, report: Report, took: number): void {
  if (took < waits.patience / 6) return report.ok('time', `The answer took ${duration(took)}.`);
  report.advise(
    'time',
    `The answer for a small photo took ${duration(took)}. The elements give up after ${duration(waits.patience)}.`,
  );
}

function checkReadable({answers}: Client, report: Report, page: Page): void {
  const successes = answers.filter(({status}) => status < 400);
  if (successes.length === 0) return report.skip('readable', 'Nothing was answered with success.');
  for (const {status, headers} of successes) {
    const problem = originProblem(headers, page);
    if (!problem) continue;
    return report.fault('readable', {
      text: `An answer with status ${status} ${problem}.`,
      effect: 'Pages do not learn that a file is stored, and send it again without end.',
      remedy: `Send Access-Control-Allow-Origin: ${page.origin} with each answer.`,
    });
  }
  report.ok('readable', `Pages of ${page.origin} may read the answers.`);
}

function checkRefusals({answers}: Client, report: Report, page: Page): void {
  const refusals = answers.filter(({status}) => status >= 400);
  if (refusals.length === 0) return report.skip('refusals', 'The server has refused nothing.');
  const unreadable = refusals.flatMap(({status, headers}) => {
    const problem = originProblem(headers, page);
    return problem ? [{status, problem}] : [];
  });
  const [first] = unreadable;
  const statuses = [...new Set((first ? unreadable : refusals).map(({status}) => status))];
  if (!first) return report.ok('refusals', `Pages may read refusals (${statuses.join(', ')}).`);
  report.fault('refusals', {
    text: `A refusal (status ${statuses.join(', ')}) ${first.problem}.`,
    effect:
      'Pages do not learn the status, nor the reason: after a minute, people read that the answer cannot be read (CORS). Each file is sent again without end.',
    remedy: `Send Access-Control-Allow-Origin: ${page.origin} with errors, too, and with those of proxies before the server (nginx: add_header … always).`,
  });
}

function checkExposed(
  {answers}: Client,
  report: Report,
  page: Page,
  wanted: readonly string[],
): void {
  // Browsers follow redirects themselves.
  const read = answers.filter(({status}) => status < 300 || status > 399);
  const hidden = wanted.filter((name) =>
    read.some(({headers}) => headers.has(name) && !readableHeaders(headers, page).has(name)),
  );
  if (hidden.length === 0) return report.ok('exposed', 'Pages can read the headers of answers.');
  report.fault('exposed', {
    text: `Pages cannot read these headers of the answers: ${hidden.join(', ')}.`,
    effect:
      'What they say is lost: where a file is, how much of it has arrived, its digest, or when to come again.',
    remedy: `Send Access-Control-Expose-Headers: ${wanted.join(', ')}.`,
  });
}

function checkRetryAfter({answers}: Client, report: Report): void {
  const busy = answers.filter(({status}) => status === 429 || status === 503);
  const [first] = busy;
  if (!first) return report.skip('retry-after', 'No answer had status 429 or 503.');
  const wrong = busy
    .map(({headers}) => headers.get('Retry-After'))
    .find((value) => value !== null && retryAfterOf(value, Date.now()) === undefined);
  if (wrong !== undefined) {
    return report.fault('retry-after', {
      text: `Retry-After: ${wrong} is neither a number of seconds nor a date.`,
      effect: 'Files are sent again sooner than the server wants, or later.',
      remedy: 'Send Retry-After: 30, for example.',
    });
  }
  if (busy.every(({headers}) => headers.has('Retry-After'))) {
    return report.ok('retry-after', 'The server says when to come again.');
  }
  report.advise(
    'retry-after',
    `With status ${first.status}, send Retry-After. Without it, each file is sent again after about a second.`,
  );
}
