import type { Source } from './sources.ts';
import { isNode, lineOf, nodesOf, parse, type SyntaxNode } from './syntax.ts';

export interface MoneyFault {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const MONEY = /price|amount|quantit|qty|total|fee|balance|cost|volume|spread|available|proceeds/i;
// Names that only count or measure, such as `pricePrecision` and `totalPages`.
const OTHER =
  /precision|scale|digits|places|count|length|index|page|level|rows?$|ticks?$|width|units|time|age|id$|label|pair|symbol|ppm/i;

const isMoney = (name: string | null): boolean => name !== null && MONEY.test(name) && !OTHER.test(name);

/** `order.price` is `price`, `prices[0]` is `prices`, `toText(x)` is null. */
function nameOf(value: unknown): string | null {
  if (!isNode(value)) return null;
  switch (value.type) {
    case 'Identifier':
      return String(value.name);
    case 'MemberExpression': {
      const name = nameOf(value.property);
      return value.computed === true ? nameOf(value.object) : name;
    }
    case 'Literal':
      return typeof value.value === 'string' ? value.value : null;
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return nameOf(value.expression);
    default:
      return null;
  }
}

/** Such as in `Number(order.price ?? '0')`. */
const holdsMoney = (value: unknown): boolean =>
  [...nodesOf(value)].some(
    (node) => (node.type === 'Identifier' || node.type === 'MemberExpression') && isMoney(nameOf(node)),
  );

const isNumberLiteral = (value: unknown): boolean =>
  isNode(value) && value.type === 'Literal' && typeof value.value === 'number';

const isNumberType = (value: unknown): boolean =>
  isNode(value) &&
  [...nodesOf(value)].some((node) => node.type === 'TSNumberKeyword') &&
  !/Function|Method/.test(firstType(value));

const firstType = (annotation: SyntaxNode): string => {
  const inner = annotation.typeAnnotation;
  return isNode(inner) ? inner.type : '';
};

const CONVERSIONS = new Set(['Number', 'parseFloat', 'parseInt']);
const ROUNDINGS = new Set(['toFixed', 'toPrecision', 'toExponential']);

/** There, arithmetic on names is fine. */
const usesBigint = (file: string): boolean => /^(venue|src\/domain)\//.test(file);

function isFault(node: SyntaxNode, file: string): boolean {
  switch (node.type) {
    case 'CallExpression': {
      const callee = node.callee;
      const name = nameOf(callee);
      if (name === 'parseFloat' || (name !== null && ROUNDINGS.has(name))) return true;
      if (name !== null && CONVERSIONS.has(name)) return holdsMoney(node.arguments);
      const isMath = isNode(callee) && callee.type === 'MemberExpression' && nameOf(callee.object) === 'Math';
      return isMath && holdsMoney(node.arguments);
    }
    case 'UnaryExpression':
      return node.operator === '+' && holdsMoney(node.argument);
    case 'BinaryExpression': {
      const { left, right, operator } = node;
      if (!/^[-*/%+]$|^\*\*$/.test(String(operator))) return false;
      const isNamed = isMoney(nameOf(left)) || isMoney(nameOf(right));
      if (isNumberLiteral(left) || isNumberLiteral(right)) return isNamed;
      const isText = [left, right].some(
        (side) => isNode(side) && (side.type === 'TemplateLiteral' || side.type === 'Literal'),
      );
      return isNamed && !isText && !usesBigint(file);
    }
    case 'PropertyDefinition':
    case 'TSPropertySignature':
      return isMoney(nameOf(node.key)) && isNumberType(node.typeAnnotation);
    case 'Identifier':
      return isMoney(String(node.name)) && isNumberType(node.typeAnnotation);
    default:
      return false;
  }
}

export function moneyFaults(source: Source): MoneyFault[] {
  const { program } = parse(source);
  return [...nodesOf(program)]
    .filter((node) => isFault(node, source.path))
    .map((node) => ({
      file: source.path,
      line: lineOf(source.text, node.start),
      text: source.text.slice(node.start, node.end).replaceAll(/\s+/g, ' '),
    }));
}
