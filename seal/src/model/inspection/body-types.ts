/** Body of a request for an inspection: `{"image": "<Base64>"}`, which every service takes. */
export const JSON_BODY = 'application/json';
/** Body that is the file itself, of whatever kind. A service that takes it says so. */
export const FILE_BODY = 'application/octet-stream';
