"""Physics: one package of components for each domain; imports only `blocks`."""
