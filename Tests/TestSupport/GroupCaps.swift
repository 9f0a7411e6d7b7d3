/// For the `groups.yaml` of rule sets that tests make up.
package enum GroupCaps {
    package static let yaml = """
        groups:
          ask: { cap: 6.0 }
          pressure: { cap: 2.0 }
          identity: { cap: 2.5 }
          link: { cap: 4.0 }
          conversation: { cap: 3.5 }
          style: { cap: 2.5 }
          composite: { cap: 4.0 }
          protective: { cap: 3.0, decisive_cap: 1.0 }
        """
}
