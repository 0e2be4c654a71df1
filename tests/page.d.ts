/* What is not checked: what an element of the page is, and what an event brings. Templates and the
 * browser's tests say that. And what scripts of others add to the window. */

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Element {
  closest(selectors: string): any;
}
interface NonElementParentNode {
  getElementById(id: string): any;
}
interface Document {
  getElementById(id: string): any;
  readonly activeElement: any;
  addEventListener(type: string, act: (event: any) => any, options?: any): void;
}
interface HTMLElement {
  addEventListener(type: string, act: (event: any) => any, options?: any): void;
}
interface EventTarget {
  addEventListener(type: string, act: (event: any) => any, options?: any): void;
}
declare function addEventListener(type: string, act: (event: any) => any, options?: any): void;

declare const vegaEmbed: any;
declare module "*/vega-interpreter.js";
declare const vega: any;
declare const vegaLite: any;
interface Window {
  htmx?: any;
}
