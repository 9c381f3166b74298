import ts from '@typescript/typescript6'

/** Returns the members of the types of a file that no doc comment describes, such as `Post.from.name`. */
export function undocumentedMembers(text: string): string[] {
  const source = ts.createSourceFile('operations.ts', text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node, path: readonly string[]): void => {
    const isMember = ts.isPropertySignature(node) || ts.isMethodSignature(node)
    const isNamed = isMember || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)
    const names = isNamed ? [...path, node.name.getText()] : path
    const isDescribed = ts
      .getJSDocCommentsAndTags(node)
      .some((doc) => ts.isJSDoc(doc) && (ts.getTextOfJSDocComment(doc.comment) ?? '').trim() !== '')
    if (isNamed && !isDescribed) found.push(names.join('.'))
    ts.forEachChild(node, (child) => visit(child, names))
  }
  visit(source, [])
  return found
}
