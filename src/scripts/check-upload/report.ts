/** What is checked, in this order, of a server that takes files by HTTP; docs/delivery.md explains each. */
export const httpPoints = [
  'reachable',
  'redirect',
  'stored',
  'digest',
  'proof',
  'time',
  'location',
  'again',
  'cut',
  'recording',
  'size',
  'preflight',
  'readable',
  'refusals',
  'exposed',
  'retry-after',
] as const;

/** The same of a tus server. */
export const tusPoints = [
  'reachable',
  'redirect',
  'options',
  'create',
  'address',
  'head',
  'patch',
  'offset',
  'time',
  'cut',
  'limit',
  'size',
  'preflight',
  'readable',
  'refusals',
  'exposed',
  'retry-after',
  'delete',
] as const;

export type Point = (typeof httpPoints)[number] | (typeof tusPoints)[number];

/** What was found at one point. */
export type Finding =
  | {point: Point; result: 'ok' | 'advice' | 'not tried'; text: string}
  | ({point: Point; result: 'fault'} & Fault);

export interface Fault {
  /** What the server does. */
  text: string;
  /** What it means for the people who take photos. */
  effect: string;
  /** What the server has to do. */
  remedy: string;
}

/** Ends a check whose further points would fail for the same reason, which is said of each. */
export class Stop extends Error {}

/** Collects the findings, and passes each on at once. */
export class Report {
  readonly findings: Finding[] = [];
  readonly #onFinding: (finding: Finding) => void;

  constructor(onFinding: (finding: Finding) => void) {
    this.#onFinding = onFinding;
  }

  ok = (point: Point, text: string): void => this.#add({point, result: 'ok', text});

  /** Works, and could be better. */
  advise = (point: Point, text: string): void => this.#add({point, result: 'advice', text});

  skip = (point: Point, why: string): void => this.#add({point, result: 'not tried', text: why});

  fault = (point: Point, fault: Fault): void => this.#add({point, result: 'fault', ...fault});

  has = (point: Point): boolean => this.findings.some((finding) => finding.point === point);

  /** Says of each point without a finding why there is none. */
  skipRest(points: readonly Point[], why: string): void {
    for (const point of points) if (!this.has(point)) this.skip(point, why);
  }

  #add(finding: Finding): void {
    this.findings.push(finding);
    this.#onFinding(finding);
  }
}
