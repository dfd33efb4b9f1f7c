import type {Authorization} from '../../model/authorization.js';
import {SealedCaptureError} from '../../model/errors.js';
import type {HttpRequest} from '../http.js';

/** The request with what authenticates it. */
export function authenticated(
  request: HttpRequest,
  authorization: Authorization,
): Promise<HttpRequest> {
  switch (authorization.name) {
    case 'headers':
      return Promise.resolve({
        ...request,
        headers: {...authorization.headers, ...request.headers},
      });
    case 'signature':
      return Promise.reject(
        new SealedCaptureError('configuration_invalid', 'Requests cannot be signed here.'),
      );
  }
}
