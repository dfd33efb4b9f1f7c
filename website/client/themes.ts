import 'sealed-capture/capture-audio';
import 'sealed-capture/seal-inspector';

// Adds elements with the theme below each themed example. They have no credentials, because they only show the theme.
for (const stage of document.querySelectorAll<HTMLElement>('[data-theme]')) {
  const recorder = document.createElement('capture-audio');
  recorder.height = 96;
  stage.append(recorder, document.createElement('seal-inspector'));
  stage.hidden = false;
}
