import type {Authorization} from '../../model/authorization.js';
import {SealedCaptureError} from '../../model/errors.js';
import type {AuthenticatedUpload} from '../upload-authentication.js';
import type {UploadRequest} from '../upload.js';
import type {RequestAuthentication} from './authenticated-request.js';

/** Never encrypted: services take the media of an inspection as they are alone. */
export async function authenticatedUpload(
  authentication: RequestAuthentication,
  upload: Pick<UploadRequest, 'url' | 'headers' | 'body'>,
  authorization: Authorization,
): Promise<AuthenticatedUpload> {
  if (authorization.name === 'signature' && authorization.encrypts) {
    const message =
      'Files to be inspected cannot be encrypted: give protection without encryptRequests.';
    throw new SealedCaptureError('configuration_invalid', message);
  }
  const signable = {...upload, method: 'POST'} as const;
  const {request, correction} = await authentication.authenticate(signable, authorization);
  return {headers: request.headers, correction};
}
