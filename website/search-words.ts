/** Words that people search for, beside those of a section, by its address. */
export const searchWords: Readonly<Record<string, string>> = {
  'sharing.html#what-services-do-with-a-photo':
    'whatsapp, instagram, telegram, signal, strip metadata, seal lost, seal removed, messenger',
  'elements.html#when-the-camera-is-on': 'turn camera off, stop camera, camera light, switch off',
  'languages.html#changing-single-terms':
    'change button text, rename label, wording, translate a word, custom text',
  'delivery.html#what-your-server-has-to-answer':
    'receive uploads, receive files, upload server, backend, endpoint, store files',
  'csp.html#content-security-policy': 'content security policy, CSP header, nonce, blocked script',
  'elements.html#options': 'autoprotect, auto protect, seal by hand, later',
};
