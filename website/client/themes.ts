import 'sealed-capture/capture-audio';
import 'sealed-capture/seal-inspector';

/** Adds elements below a themed example. They have no credentials, because they only show the theme. */
export function showTheme(stage: HTMLElement): void {
  const recorder = document.createElement('capture-audio');
  recorder.height = 96;
  stage.append(recorder, document.createElement('seal-inspector'));
  stage.hidden = false;
}
