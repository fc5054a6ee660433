// As text: the file has its own style element.
import css from './chart.css?inline';

const SVG = 'http://www.w3.org/2000/svg';
/** The margin around the chart, in px. */
const MARGIN = 16;

/**
 * A drawn chart as a standalone SVG file: the whole chart, with its annotations, in the colours of the current theme. It needs
 * neither this page nor the network.
 */
export function exportSvg(
  drawn: SVGSVGElement,
  { width, height }: { width: number; height: number },
): string {
  const file = document.createElementNS(SVG, 'svg');
  const [x, y] = [-MARGIN, -MARGIN];
  const size = { width: width + 2 * MARGIN, height: height + 2 * MARGIN };
  setAttributes(file, { class: 'sc', viewBox: `${x} ${y} ${size.width} ${size.height}`, ...size });
  setAttributes(file, { role: 'img', 'aria-label': drawn.getAttribute('aria-label') ?? '' });
  // In a style sheet, because the page's CSP allows no style attributes.
  const style = document.createElementNS(SVG, 'style');
  style.textContent = `${readTokens(drawn)}\n${css}\n.sc{width:auto;height:auto;cursor:auto}.sc-item{cursor:auto}.sc-page{fill:var(--bg)}`;
  const background = document.createElementNS(SVG, 'rect');
  setAttributes(background, { class: 'sc-page', x, y, ...size });
  file.append(style, background, ...[...drawn.children].map((child) => child.cloneNode(true)));
  for (const item of file.querySelectorAll('.sc-item, .sc-world')) stripInteraction(item);
  return new XMLSerializer().serializeToString(file);
}

/** Removes attributes that only serve interaction on the page. */
function stripInteraction(item: Element): void {
  for (const name of ['role', 'tabindex', 'aria-label', 'aria-pressed', 'data-item', 'style'])
    item.removeAttribute(name);
}

/** The design tokens that the styles use, with their computed values. */
function readTokens(drawn: SVGSVGElement): string {
  const names = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));
  const values = getComputedStyle(drawn);
  const probe = document.createElementNS(SVG, 'g');
  drawn.append(probe);
  const lines = [...names, '--bg'].map((name) => {
    const value = values.getPropertyValue(name);
    // light-dark() resolves only in a computed colour.
    probe.style.color = value.includes('light-dark(') ? `var(${name})` : '';
    return `${name}:${probe.style.color === '' ? value : getComputedStyle(probe).color};`;
  });
  probe.remove();
  return `svg{${lines.join('')}}`;
}

function setAttributes(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
