/** Media types of time-stamp requests and their answers (RFC 3161, section 3.4). */
export const QUERY_MEDIA_TYPE = 'application/timestamp-query';
export const REPLY_MEDIA_TYPE = 'application/timestamp-reply';
