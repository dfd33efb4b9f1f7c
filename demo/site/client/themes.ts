import 'sealed-capture/capture-audio';
import 'sealed-capture/seal-inspector';

// Below each themed example, elements that have the theme. They have no credentials: they are here to be looked at.
for (const stage of document.querySelectorAll<HTMLElement>('[data-theme]')) {
  const recorder = document.createElement('capture-audio');
  recorder.height = 96;
  stage.append(recorder, document.createElement('seal-inspector'));
  stage.hidden = false;
}
