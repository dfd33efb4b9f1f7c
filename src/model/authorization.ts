/**
 * What authenticates one request. It crosses threads and is never stored.
 * headers: sent as they are, `X-API-Key` or `Authorization` with a short-lived token.
 * signature: the request is signed with the secret (RFC 9421), its body told by its digest (RFC 9530), and encrypted
 * (JWE, RFC 7516) where `encrypts`; neither key nor secret is sent.
 */
export type Authorization =
  | {readonly name: 'headers'; readonly headers: Readonly<Record<string, string>>}
  | {
      readonly name: 'signature';
      readonly apiKey: string;
      readonly apiSecret: string;
      readonly encrypts: boolean;
    };

/** The header that an API key is sent in. */
export const KEY_HEADER = 'X-API-Key';

/** Of an API key, sent as `X-API-Key`. */
export const keyAuthorization = (apiKey: string): Authorization => ({
  name: 'headers',
  headers: {[KEY_HEADER]: apiKey},
});

/** Of a short-lived token (RFC 6750). */
export const tokenAuthorization = (token: string): Authorization => ({
  name: 'headers',
  headers: {Authorization: `Bearer ${token}`},
});

/** Of an API key: with its secret requests are signed by it, and encrypted where they are to be. */
export const authorizationOf = (
  apiKey: string,
  apiSecret?: string,
  encrypts = false,
): Authorization =>
  apiSecret ? {name: 'signature', apiKey, apiSecret, encrypts} : keyAuthorization(apiKey);

/** A copy that crosses threads: objects that a framework observes do not. */
export const plainAuthorization = (authorization: Authorization): Authorization =>
  JSON.parse(JSON.stringify({...authorization})) as Authorization;

/** What sends authenticated requests. */
export interface AuthenticatedSending<Sent, Answer> {
  authenticate: () => Promise<Sent>;
  send: (request: Sent) => Promise<Answer>;
  /** Takes the service's clock from a 401; true where the request was signed, so that signing it anew may help. */
  correctClock: (answer: Answer, request: Sent) => boolean | Promise<boolean>;
}

/** Authenticates a request and sends it; once more, signed anew, where the service refuses a signature. */
export async function sendAuthenticated<Sent, Answer extends {status: number}>({
  authenticate,
  send,
  correctClock,
}: AuthenticatedSending<Sent, Answer>): Promise<Answer> {
  const request = await authenticate();
  const answer = await send(request);
  if (answer.status !== 401 || !(await correctClock(answer, request))) return answer;
  return send(await authenticate());
}
