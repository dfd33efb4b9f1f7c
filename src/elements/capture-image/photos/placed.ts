import {directive, Directive, type ChildPart} from 'lit/directive.js';
import {setCommittedValue} from 'lit/directive-helpers.js';

class Placed extends Directive {
  render(node: Node): Node {
    return node;
  }

  override update(part: ChildPart, [node]: Parameters<this['render']>): Node {
    if (node.parentNode !== part.parentNode) setCommittedValue(part);
    return node;
  }
}

/** Inserts a node that another template may have taken away meanwhile. Lit alone inserts the same node only once. */
export const placed = directive(Placed);
