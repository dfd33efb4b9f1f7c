import {createHash, randomBytes} from 'node:crypto';
import type {FastifyReply, FastifyRequest} from 'fastify';

const COOKIE = 'sealed-capture-visitor';
const VALUE = new RegExp(`(?:^|; *)${COOKIE}=([\\da-f]{32})(?:;|$)`);
/** Seconds from the last visit. */
const LIFETIME_S = 365 * 24 * 3600;

/** The visitor whose cookie the request carries, or undefined. */
export function knownVisitor(request: FastifyRequest): string | undefined {
  const id = idIn(request);
  return id && visitorOf(id);
}

/** The visitor of the request, with a new cookie if it carries none. Renews the cookie. */
export function nameVisitor(request: FastifyRequest, reply: FastifyReply): string {
  const id = idIn(request) ?? randomBytes(16).toString('hex');
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${COOKIE}=${id}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${LIFETIME_S}${secure}`,
  );
  return visitorOf(id);
}

/**
 * True if the browser reports that the request comes from the site itself or from its address bar. With a link of
 * another site, browsers send no cookie although they may have one, and a new one would replace it.
 */
export const mayNameVisitor = ({headers}: FastifyRequest): boolean =>
  ['same-origin', 'none'].includes(headers['sec-fetch-site'] as string);

const idIn = ({headers}: FastifyRequest): string | undefined =>
  VALUE.exec(headers.cookie ?? '')?.[1];

/** A hash, so that the names of a visitor's files do not contain the cookie. */
const visitorOf = (id: string): string =>
  createHash('sha256').update(id).digest('hex').slice(0, 32);
