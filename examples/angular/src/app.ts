import 'sealed-capture';
import {Component, CUSTOM_ELEMENTS_SCHEMA, signal} from '@angular/core';
import type {
  CaptureEvent,
  DeliveredEvent,
  InspectedEvent,
  ProtectedEvent,
  ProtectErrorEvent,
} from 'sealed-capture';
import {protection} from './protection';

@Component({
  selector: 'app-root',
  // Elements with a hyphen in their names are the browser's: their properties and events are not checked.
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <h1>Report damage</h1>
    <nav aria-label="Views">
      @for (name of views; track name) {
        <button type="button" (click)="view.set(name)">{{ name }}</button>
      }
    </nav>
    <protection-provider
      [protection]="protection"
      deliver-to="/uploads"
      (captured)="taken($event)"
      (protected)="sealed($event)"
      (delivered)="delivered($event)"
      (protect-error)="failed($event)"
    >
      <main>
        @switch (view()) {
          @case ('Photo') {
            <form (submit)="send($event)">
              <label for="camera">Photo of the damage</label>
              <capture-image id="camera" name="photo" required></capture-image>
              <button>Send report</button>
            </form>
          }
          @case ('Recording') {
            <capture-audio></capture-audio>
          }
          @case ('Check') {
            <seal-inspector
              [protection]="protection"
              (inspected)="checked($event)"
            ></seal-inspector>
          }
          @default {
            <p>Nothing is captured here.</p>
          }
        }
      </main>
    </protection-provider>
    <ol aria-label="What happened">
      @for (text of happened(); track $index) {
        <li>{{ text }}</li>
      }
    </ol>
  `,
})
export class App {
  readonly protection = protection;
  readonly views = ['Photo', 'Recording', 'Check', 'Nothing'];
  readonly view = signal('Photo');
  readonly happened = signal<string[]>([]);

  taken = ({mode}: CaptureEvent) => this.#tell(`${mode} taken`);
  sealed = ({mode}: ProtectedEvent) => this.#tell(`${mode} sealed`);
  delivered = ({mode}: DeliveredEvent) => this.#tell(`${mode} delivered`);
  failed = ({message}: ProtectErrorEvent) => this.#tell(message);
  checked = ({result}: InspectedEvent) => this.#tell(`checked: ${result.labelState}`);

  send(event: Event) {
    event.preventDefault();
    const photo = new FormData(event.target as HTMLFormElement).get('photo') as File;
    this.#tell(`report with ${photo.type}`);
  }

  #tell(text: string) {
    this.happened.update((before) => [...before, text]);
  }
}
