const {createProtection} = sealedCapture;

const protection = createProtection({
  sandbox: true,
  // Your backend has it minted: docs/keys.md.
  async getToken(signal) {
    const answer = await fetch('/demo/token', {method: 'POST', signal});
    if (!answer.ok) throw new Error(`No token: ${answer.status}`);
    return answer.json();
  },
});
document.querySelector('protection-provider').protection = protection;

const happened = document.querySelector('ol');
function tell(text) {
  const line = document.createElement('li');
  line.textContent = text;
  happened.append(line);
}

// The events bubble and leave the shadow roots: one listener on the document hears every element.
document.addEventListener('captured', ({mode}) => tell(`${mode} taken`));
document.addEventListener('protected', ({mode}) => tell(`${mode} sealed`));
document.addEventListener('delivered', ({mode}) => tell(`${mode} delivered`));
document.addEventListener('protect-error', ({message}) => tell(message));
document.addEventListener('inspected', ({result}) => tell(`checked: ${result.labelState}`));
document.addEventListener('submit', (event) => {
  event.preventDefault();
  const photo = new FormData(event.target).get('photo');
  tell(`report with ${photo.type}`);
});

function show(view) {
  document
    .querySelector('main')
    .replaceChildren(document.getElementById(view).content.cloneNode(true));
  const inspector = document.querySelector('seal-inspector');
  if (inspector) inspector.protection = protection;
}
document.querySelector('nav').addEventListener('click', ({target}) => {
  if (target.dataset.view) show(target.dataset.view);
});
show('photo');
