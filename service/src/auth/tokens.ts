import {randomUUID} from 'node:crypto';
import {decodeJwt, errors, jwtVerify, SignJWT} from 'jose';
import Type, {type Static} from 'typebox';
import {Value} from 'typebox/value';
import type {Environment} from '../environment.js';
import type {ProblemError} from '../http/problems.js';
import {rolesAmong, type Role} from '../keys/roles.js';
import {unauthorized} from './unauthorized.js';

const ALGORITHM = 'HS256';
const ISSUER = 'sealed-capture';
/** Longest accepted token in characters; the service's own have about 400. */
const LONGEST_TOKEN = 2048;

const Claims = Type.Object({
  sub: Type.String(),
  iat: Type.Number(),
  origin: Type.String(),
  roles: Type.Optional(Type.Array(Type.String())),
});

/** What a token allows a page to do: to act with this key from this origin. */
export interface TokenGrant {
  keyId: string;
  /** Value of the Origin header that browsers send. */
  origin: string;
  /** Roles of the token, limited to those that the key has at that time; undefined for all of them. */
  roles?: readonly Role[];
}

/** The content of a verified token. */
export interface VerifiedToken extends TokenGrant {
  /** Epoch milliseconds; whole seconds in tokens of earlier versions. */
  mintedAt: number;
}

export interface MintedToken {
  token: string;
  expiresAt: Date;
}

/** Short-lived tokens of one environment (RFC 7519). The service stores only the secret that signs them. */
export class Tokens {
  readonly #secret: Uint8Array;
  readonly #environment: Environment;

  constructor(secret: Uint8Array, environment: Environment) {
    this.#secret = secret;
    this.#environment = environment;
  }

  /**
   * Mints a token.
   * @param lifetime seconds
   */
  async mint({keyId, origin, roles}: TokenGrant, lifetime: number): Promise<MintedToken> {
    // With fractions of a second (RFC 7519, section 2), because a key may be replaced within the second.
    const mintedAt = Date.now() / 1000;
    const now = Math.floor(mintedAt);
    const token = await new SignJWT({origin, ...(roles && {roles})})
      .setProtectedHeader({alg: ALGORITHM, typ: 'JWT'})
      .setIssuer(ISSUER)
      .setAudience(this.#environment)
      .setSubject(keyId)
      .setIssuedAt(mintedAt)
      .setExpirationTime(now + lifetime)
      .setJti(randomUUID())
      .sign(this.#secret);
    return {token, expiresAt: new Date((now + lifetime) * 1000)};
  }

  /**
   * Verifies a token.
   * @throws {ProblemError} 401 if it is not a token of this environment, was changed, or has expired
   */
  async verify(token: string): Promise<VerifiedToken> {
    if (token.length > LONGEST_TOKEN) throw refused('This token is not one of this service.');
    try {
      const {payload} = await jwtVerify(token, this.#secret, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: this.#environment,
        requiredClaims: ['exp', 'iat', 'jti'],
      });
      const claims: Static<typeof Claims> = Value.Parse(Claims, payload);
      const {sub, iat, origin, roles} = claims;
      const mintedAt = Math.round(iat * 1000);
      return {keyId: sub, mintedAt, origin, ...(roles && {roles: rolesAmong(roles)})};
    } catch (error) {
      throw this.#explain(token, error);
    }
  }

  #explain(token: string, error: unknown): ProblemError {
    if (error instanceof errors.JWTExpired) {
      return refused('This token has expired. Have another one minted.', error);
    }
    const audience = audienceOf(token);
    if (audience !== undefined && audience !== this.#environment) {
      return refused(
        `This token is for another environment; this address is ${this.#environment}.`,
        error,
      );
    }
    return refused('This token is not one of this service, or was changed.', error);
  }
}

/** The audience that an unverified token claims; used for a hint in an error only. */
function audienceOf(token: string): unknown {
  try {
    return decodeJwt(token).aud;
  } catch {
    return undefined;
  }
}

const refused = (detail: string, cause?: unknown) => unauthorized('token', detail, cause);
