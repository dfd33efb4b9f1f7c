import type {Authorization} from '../model/authorization.js';

/** A copy that crosses threads: objects that a framework observes do not. */
export const plainAuthorization = (authorization: Authorization): Authorization =>
  JSON.parse(JSON.stringify({...authorization})) as Authorization;
