/** Words that people search for, beside those of a section, by its address. */
export const searchWords: Readonly<Record<string, string>> = {
  'sharing.html#what-services-do-with-a-photo':
    'whatsapp, instagram, telegram, signal, strip metadata, seal lost, seal removed, messenger',
  'elements.html#when-the-camera-is-on': 'turn camera off, stop camera, camera light, switch off',
  'languages.html#changing-single-terms':
    'change button text, text of the shutter button, rename label, wording, translate a word, custom text, German',
  'delivery.html#what-your-server-has-to-answer':
    'receive uploads, receive files, upload server, backend, endpoint, store files',
  'csp.html#content-security-policy': 'content security policy, CSP header, nonce, blocked script',
  'webviews.html#permissions': 'iPhone, iPad, Safari, camera does not start',
  'offline.html#offline': 'without internet, no connection, no signal, airplane mode',
  'live.html#the-live-environment-from-nothing-to-the-first-seal':
    'production, real certificate, go live, trusted seal',
  'metadata.html#the-place': 'privacy, is the location sent to the server, hide place, GPS',
  'camera.html#the-camera': 'front camera, selfie',
  'in-a-page.html#modules-or-a-script-tag': 'bundle size, how big, kilobytes, CDN',
  'elements.html#options': 'autoprotect, auto protect, seal by hand, later',
};
